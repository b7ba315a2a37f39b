import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { splitStatements } from './split-statements.ts'

test('a file of SQL is split at the semicolons between its statements, and nowhere else', () => {
  const statements = [
    `-- One; two.\nselect ';', "a;b", 'it''s; so'`,
    ` create function f() returns int language plpgsql as $$ begin return 1; end $$`,
    `\ndo $body$ begin execute $$select 1;$$; end $body$`,
    ` select 1 - 2`,
  ]
  expect(splitStatements(`${statements.join(';')};\n-- the end;\n`)).toEqual(statements)
  expect(splitStatements('-- nothing;\n')).toEqual([])
})

test('no migration loses a letter by it', () => {
  for (const file of globSync(join(import.meta.dirname, '{schema,migrations}/*.sql'))) {
    const bare = (text: string) => text.replace(/--[^\n]*/g, '').replace(/[;\s]+/g, '')
    const text = readFileSync(file, 'utf8')
    expect(bare(splitStatements(text).join(';'))).toBe(bare(text))
  }
})
