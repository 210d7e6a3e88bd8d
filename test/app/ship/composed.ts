/** What compose.yaml says, as Compose reads it where no variable is set. @module */

/** What tests read of a service. */
export interface ComposedService {
  readonly environment: Readonly<Record<string, string>>;
  readonly profiles?: ReadonlyArray<string>;
  readonly ports?: ReadonlyArray<string>;
  readonly volumes?: ReadonlyArray<string>;
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly networks?: ReadonlyArray<string>;
  readonly read_only?: boolean;
  readonly stop_grace_period?: string;
}

/** The file, with every variable's default in its place. */
export const composeText = (await Bun.file("compose.yaml").text())
  .replace(/\$\{\w+:-([^}]*)\}/g, "$1");

/** Its services, by name. */
export const { services } = Bun.YAML.parse(composeText) as {
  readonly services: Readonly<Record<string, ComposedService>>;
};

/** The replicas of one fleet, by name. */
export const replicas: ReadonlyArray<readonly [string, ComposedService]> = Object.entries(services)
  .filter(([name]) => name.startsWith("replica-"));
