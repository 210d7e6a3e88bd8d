/** A Markdown file that is imported is its text. */
declare module "*.md" {
  const text: string;
  export default text;
}
