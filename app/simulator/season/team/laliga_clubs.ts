/**
 * The clubs of LaLiga in 2025-26.
 *
 * @module
 */
import { clubSheets } from "./team_sheet.ts";

/** Twenty clubs. */
export const LALIGA_CLUBS = clubSheets("laliga", [
  [83, "Barcelona", "Barcelona", "BAR", { polymarketName: "FC Barcelona" }],
  [84, "Mallorca", "Mallorca", "MLL", {
    polymarketName: "RCD Mallorca",
    polymarketCode: "MAL",
  }],
  [85, "Celta Vigo", "Celta Vigo", "CEL", { polymarketName: "RC Celta de Vigo" }],
  [86, "Real Madrid", "Real Madrid", "RMA", {
    polymarketName: "Real Madrid CF",
    polymarketCode: "REA",
  }],
  [88, "Espanyol", "Espanyol", "ESP", { polymarketName: "RCD Espanyol de Barcelona" }],
  [89, "Real Sociedad", "Real Sociedad", "RSO", {
    polymarketName: "Real Sociedad de Fútbol",
  }],
  [92, "Real Oviedo", "Oviedo", "OVI", { polymarketName: "Real Oviedo" }],
  [93, "Athletic Club", "Athletic Club", "ATH", {
    kalshiName: "Athletic Bilbao",
    kalshiCode: "ATB",
    polymarketName: "Athletic Club",
  }],
  [94, "Valencia", "Valencia", "VAL", { polymarketName: "Valencia CF" }],
  [96, "Alavés", "Alavés", "ALA", {
    kalshiName: "Alaves",
    polymarketName: "Deportivo Alavés",
  }],
  [97, "Osasuna", "Osasuna", "OSA", { polymarketName: "CA Osasuna" }],
  [101, "Rayo Vallecano", "Rayo Vallecano", "RAY", {
    polymarketName: "Rayo Vallecano de Madrid",
  }],
  [102, "Villarreal", "Villarreal", "VIL", { polymarketName: "Villarreal CF" }],
  [243, "Sevilla", "Sevilla", "SEV", { polymarketName: "Sevilla FC" }],
  [244, "Real Betis", "Real Betis", "BET", {
    kalshiName: "Real Betis",
    polymarketName: "Real Betis Balompié",
  }],
  [1068, "Atlético Madrid", "Atlético", "ATM", {
    kalshiName: "Atletico",
    polymarketName: "Club Atlético de Madrid",
    polymarketCode: "MAD",
  }],
  [1538, "Levante", "Levante", "LEV", { polymarketName: "Levante UD" }],
  [2922, "Getafe", "Getafe", "GET", { polymarketName: "Getafe CF" }],
  [3751, "Elche", "Elche", "ELC", { polymarketName: "Elche CF" }],
  [9812, "Girona", "Girona", "GIR", { polymarketName: "Girona FC" }],
]);
