import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export type TestDatabase = { ownerUrl: string; appUrl: string; drop: () => Promise<void> }

/**
 * A migrated database of its own for one test file, cloned from a template in about 50 ms: empty, or with the demo tenants. Or a
 * copy of another one, to which nobody may be connected.
 */
export async function createTestDatabase(
  kind: 'migrated' | 'demo' | TestDatabase = 'migrated',
): Promise<TestDatabase> {
  const template = inject('database')
  const name = `test_${randomBytes(6).toString('hex')}`
  const nameOf = (url: string) => new URL(url).pathname.slice(1)
  const templateName =
    kind === 'demo'
      ? template.demo
      : nameOf(kind === 'migrated' ? template.ownerUrl : kind.ownerUrl)
  await run(
    template.ownerUrl,
    `create database ${name} template ${templateName} strategy file_copy`,
  )
  return {
    ownerUrl: withDatabase(template.ownerUrl, name),
    appUrl: withDatabase(template.appUrl, name),
    drop: () => run(template.ownerUrl, `drop database if exists ${name} with (force)`),
  }
}

async function run(url: string, statement: string): Promise<void> {
  // Never connected to the template itself: that would stop others from cloning it.
  const client = new pg.Client({ connectionString: withDatabase(url, 'postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
