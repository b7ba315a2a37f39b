import { expect, test } from 'vitest'
import {
  listMigrations,
  migrationNames,
  neededBy,
  readMigration,
} from '../src/server/db/migration-files.ts'
import { judgeMigration } from './helpers/migration-rules.ts'

// A new version's migrations run while the version before serves (decision 968). Those up to this one ran before that rule.
const before = '0227-work-not-age'

test('every migration leaves the version before it able to serve, and holds no table for as long as it is large', () => {
  const later = Object.entries(listMigrations()).filter(([name]) => name > before)
  expect(
    later.flatMap(([name, files]) =>
      readMigration(files).flatMap((text) => judgeMigration(name, text)),
    ),
  ).toEqual([])
})

test('one that takes something away names a migration that there is', () => {
  for (const name of migrationNames()) {
    const needed = neededBy(name)
    if (needed === null) continue
    expect(needed < name.slice(0, 4), name).toBe(true)
    expect(
      migrationNames().map((one) => one.slice(0, 4)),
      name,
    ).toContain(needed)
  }
})

test.each([
  'drop table notes',
  'alter table notes drop column text',
  'alter table notes add column a int, drop column text',
  'alter table notes rename to words',
  'alter table notes rename column text to word',
  'alter table notes alter column text type int',
  'alter table notes alter text set not null',
  'alter table notes alter column text drop default',
  'alter table notes add column kind text not null',
  'drop function set_tenant',
  'revoke select on notes from zuspruch_app',
  'truncate notes',
])('refused, but allowed to whoever names what it comes after: %s', (statement) => {
  expect(judgeMigration('0999-it', `-- Why.\n${statement};`)).toHaveLength(1)
  expect(judgeMigration('0999-after-0998-it', statement)).toEqual([])
})

test.each([
  `alter table notes add constraint kinds check (kind in ('a', 'b'))`,
  'alter table notes drop constraint kinds, add constraint kinds check (kind <> 1)',
  'alter table notes add foreign key (tenant) references tenants (code)',
  'alter table notes add constraint once unique (tenant, text)',
  'alter table notes add column kind text check (kind <> 1)',
  'alter table notes add column id uuid default uuidv7()',
  'create index notes_by_text on notes (text)',
  'create unique index notes_by_text on notes (text)',
])('refused, but allowed to whoever says why it is brief: %s', (statement) => {
  expect(judgeMigration('0999-it', statement)).toHaveLength(1)
  expect(
    judgeMigration('0999-it', `-- locks briefly: a row for each tenant\n${statement}`),
  ).toEqual([])
})

test.each([
  'alter table notes add column a int; update notes set a = 1',
  'alter table notes add constraint k check (a > 1) not valid; alter table notes validate constraint k',
  'drop index concurrently if exists n; create index concurrently n on notes (a); select 1',
  'create index concurrently n on notes (a)',
])('refused together: %s', (text) => {
  expect(judgeMigration('0999-it', text)).toHaveLength(1)
})

test.each([
  'create table notes (tenant text not null); create index n on notes (tenant); alter table notes add unique (tenant)',
  `alter table notes add column kind text not null default 'a'`,
  'alter table notes add column kind text',
  `alter table notes drop constraint kinds, add constraint kinds check (kind <> 'rename') not valid`,
  'alter table notes validate constraint kinds',
  'drop index concurrently if exists n; create index concurrently n on notes (a)',
  'alter table notes add constraint once unique using index n',
  'create or replace function f() returns int language sql as $$ select 1; drop table notes; $$',
  `comment on table notes is 'drop table; rename'`,
  'grant select on notes to zuspruch_app',
])('allowed: %s', (text) => {
  expect(judgeMigration('0999-it', `-- Not: drop table notes;\n${text};`)).toEqual([])
})
