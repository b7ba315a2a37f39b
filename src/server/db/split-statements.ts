// What ends at a semicolon is none within a comment, a text, a quoted name, or a function's body ($$ … $$).
const parts = /--[^\n]*|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|;|[^;'"$-]+|[\s\S]/g

/** The statements of a file of SQL: Citus runs one at a time. */
export function splitStatements(text: string): string[] {
  const statements = ['']
  for (const [part] of text.matchAll(parts))
    if (part === ';') statements.push('')
    else statements[statements.length - 1] += part
  return statements.filter((one) => one.replace(/--[^\n]*/g, '').trim() !== '')
}
