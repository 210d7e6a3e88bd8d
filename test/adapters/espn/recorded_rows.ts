/**
 * What a careful reader of the recorded scoreboards says of every game on them.
 *
 * A row: competition id; status; home and away with the score between them, or a dash where there
 * is none to tell; kickoff in 2022, UTC; period; clock; detail. `none` stands for null.
 *
 * @module
 */

/** Baseball shows a clock that stands. The two games of Cleveland's day are one doubleheader. */
export const MLB = `
401423263; finished; Cleveland Guardians 5-1 Minnesota Twins; 09-17T17:10; 9; 0:00; Final
401463304; finished; St. Louis Cardinals 5-1 Cincinnati Reds; 09-17T17:15; 9; 0:00; Final
401356373; finished; Chicago Cubs 1-3 Colorado Rockies; 09-17T18:20; 9; 0:00; Final
401356370; live; Toronto Blue Jays 6-3 Baltimore Orioles; 09-17T19:07; 9; 0:00; Top 9th
401356376; live; Washington Nationals 5-3 Miami Marlins; 09-17T20:05; 5; 0:00; Bot 5th
401356374; live; Boston Red Sox 0-8 Kansas City Royals; 09-17T20:10; 6; 0:00; Bot 6th
401356371; scheduled; Detroit Tigers - Chicago White Sox; 09-17T22:10
401356384; scheduled; Tampa Bay Rays - Texas Rangers; 09-17T22:10
401356377; scheduled; Cleveland Guardians - Minnesota Twins; 09-17T23:10`;

export const NBA = `
401474841; scheduled; Washington Wizards - Golden State Warriors; 09-30T10:00
401474845; finished; Boston Celtics 134-93 Charlotte Hornets; 10-02T17:00; 4; 0.0; Final
401474846; live; Toronto Raptors 47-41 Utah Jazz; 10-02T22:00; 2; 1:38; 1:38 - 2nd
401468616; scheduled; Detroit Pistons - Utah Jazz; 12-21T00:00`;

/** Those to come stand at 15:00 of the first period, 0-0: that is no score. */
export const NFL = `
401437650; live; Atlanta Falcons 26-24 New Orleans Saints; 09-11T17:00; 4; 0:48; 0:48 - 4th
401437647; live; Chicago Bears 19-10 San Francisco 49ers; 09-11T17:00; 4; 2:00; 2:00 - 4th
401437634; live; Cincinnati Bengals 14-20 Pittsburgh Steelers; 09-11T17:00; 4; 0:16; 0:16 - 4th
401437630; finished; Miami Dolphins 20-7 New England Patriots; 09-11T17:00; 4; 0:00; Final
401437640; scheduled; Tennessee Titans - New York Giants; 09-11T20:25
401437649; scheduled; Minnesota Vikings - Green Bay Packers; 09-11T20:25
401437653; scheduled; Arizona Cardinals - Kansas City Chiefs; 09-11T20:25
401437654; finished; Los Angeles Rams 10-31 Buffalo Bills; 09-09T00:20; 4; 0:00; Final`;

export const MLS = `
623597; finished; New York City FC 2-0 New York Red Bulls; 09-17T17:00; 2; 90'+5'; FT
623599; finished; Atlanta United FC 0-0 Philadelphia Union; 09-17T19:30; 2; 90'+8'; FT
623601; live; New England Revolution 0-0 CF Montréal; 09-17T23:30; 2; 58'; 58'
623600; live; Orlando City SC 3-0 Toronto FC; 09-17T23:30; 2; 57'; 57'
623602; live; Chicago Fire FC 2-0 Charlotte FC; 09-18T00:00; 1; 45'; 45'
623603; live; Sporting Kansas City 0-0 Minnesota United FC; 09-18T00:30; 1; 13'; 13'
623604; scheduled; Austin FC - Nashville SC; 09-18T01:00
623605; scheduled; Real Salt Lake - FC Cincinnati; 09-18T01:30
623606; scheduled; Vancouver Whitecaps - Seattle Sounders FC; 09-18T02:00`;

/** One file of several leagues, each of which reads its own games in it. */
export const MIXED_BUNDESLIGA = `
638488; finished; Werder Bremen 0-1 FC Augsburg; 09-09T18:30; 2; 90'+8'; FT`;

export const MIXED_NWSL = `
633108; scheduled; Orlando Pride - Portland Thorns FC; 09-09T23:00`;

export const MIXED_MLS = `
623574; live; CF Montréal 0-2 Columbus Crew; 09-09T23:30; 2; 69'; 69'
623576; scheduled; Nashville SC - LA Galaxy; 09-10T19:30`;

/** The goals of the shootout, 4 to 2, are not in the score. */
export const MIXED_WORLD_CUP = `
633850; finished; Argentina 3-3 France; 12-18T15:00; 5; 120'; FT-Pens`;

/** Fights have a winner and no score. The second's first fighter stands second in the list. */
export const OTHER_UFC = `
401505372; finished; Sergey Morozov - Journey Newson; 12-17T21:00
401505931; finished; David Dvorak - Manel Kape; 12-17T21:00`;

export const OTHER_WTA = `
128726; finished; Jana Fett - Joanna Garland; 12-10T09:10
128727; finished; Marine Partaud - Jenny Lim; 12-10T10:55`;

/** The rows of a table. */
export function rowsOf(table: string): ReadonlyArray<string> {
  return table.split("\n").filter((line) => line !== "");
}
