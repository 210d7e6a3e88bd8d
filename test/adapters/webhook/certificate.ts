/**
 * A certificate of `receiver.test` which signs itself, made for each run, so that no key is kept.
 *
 * @module
 */

/** In PEM. */
export interface Certificate {
  readonly certificate: string;
  readonly privateKey: string;
}

/** Why tests that need one are skipped, if they are. */
export const NO_CERTIFICATE: string | undefined = Bun.which("openssl") === null
  ? "skipped: there is no openssl here"
  : undefined;

/** Makes one. Throws where there is no `openssl`. */
export function makeCertificate(): Certificate {
  const { stdout, stderr } = Bun.spawnSync([
    ...["openssl", "req", "-x509", "-days", "2", "-nodes", "-keyout", "-", "-out", "-"],
    ...["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"],
    ...["-subj", "/CN=receiver.test", "-addext", "subjectAltName=DNS:receiver.test"],
  ]);
  const made = stdout.toString();
  const partOf = (kind: string) => {
    const [part] = new RegExp(`-+BEGIN ${kind}-+[^]*-+END ${kind}-+\n`).exec(made) ?? [];
    if (part === undefined) throw new Error(`openssl made no ${kind}: ${stderr}`);
    return part;
  };
  return { certificate: partOf("CERTIFICATE"), privateKey: partOf("PRIVATE KEY") };
}
