import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { sql } from 'kysely'
import { asOwner } from '../../test/helpers/as-owner.ts'
import { makeApiKey, makeJourney } from '../../test/helpers/actors.ts'
import { makeCommandToken } from '../../test/helpers/command-token.ts'
import { loginOf } from '../../test/helpers/process-login.ts'
import { startTestServer } from '../../test/helpers/server.ts'
import { testSecret } from '../../test/helpers/test-secrets.ts'
import { withTenant } from '../server/db/connection.ts'
import { checkLedger } from '../server/reward/check-ledger-store.ts'
import { runCliHere, runCliProcess } from './cli.test-helper.ts'
import { commands } from './commands.ts'

/** An operator's set-up: a database with one journey in `standard`, a folder, and the command line. Call `stop()`. */
export async function makeInstallation({ jo = true } = {}) {
  const server = await startTestServer()
  const journey = await makeJourney(server, 'standard', await makeApiKey(server, 'standard'), 100)
  const folder = mkdtempSync(join(tmpdir(), 'zuspruch-cli-'))
  const environment: Record<string, string> = {
    DATABASE_URL: loginOf(server.database.appUrl, 'cli'),
    SECRET_KEY: testSecret,
    PUBLIC_ORIGIN: 'https://empfehlen.example',
    OUTBOUND_HOSTS: '127.0.0.1,localhost,*.example',
    DATA_DIR: folder,
  }

  const tokens = new Map<string, { id: string; token: string }>()
  for (const code of jo ? await server.deps.tenants.codes() : [])
    tokens.set(code, await makeCommandToken(server, { tenant: code }))

  /** As Jo Beispiel, who may do everything, and for a reason. */
  const asJo = (words: readonly string[]) => {
    const command = commands.find(({ group, name }) => group === words[0] && name === words[1])
    const tenant = words[words.indexOf('--tenant') + 1] ?? ''
    const isSilent = command?.asksReason && !words.includes('--reason')
    return {
      environment: { ...environment, ZUSPRUCH_TOKEN: tokens.get(tenant)?.token ?? '' },
      words: [...words, ...(isSilent ? ['--reason', 'Versuch'] : [])],
    }
  }

  const asStandard = ['--tenant', 'standard']
  const cli = (...given: string[]) => {
    const { environment: own, words } = asJo(given)
    return runCliHere(own, words)
  }
  const standard = (...words: string[]) => cli(...words, ...asStandard)

  function file(name: string, content: string | Uint8Array): string {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }

  /** By people; the demo's seeding is in the log, too. */
  const audited = (action: string, tenant = 'standard') =>
    withTenant(server.db, tenant, (tx) =>
      tx
        .selectFrom('audit_log')
        .selectAll()
        .orderBy('number')
        .where('tenant', '=', tenant)
        .where('action', '=', action)
        .where('actor_kind', '<>', 'system')
        .execute(),
    )

  /** What Jo proposes to pay and a second person approves, as if long ago; null: nothing was due. */
  async function pay(
    tenant = 'standard',
  ): Promise<{ batch: string; file: string; payments: number; totalCents: number } | null> {
    const there = (...words: string[]) => cli('payout', ...words, '--tenant', tenant)
    const { proposal } = (await there('propose', '--json')).json()
    if (!proposal) return null
    const { proposalId: id, totalCents, payments } = proposal
    const { fingerprint } = (await there('show', id, '--json')).json()
    const email = 'freigabe@beispiel.example'
    const { token } = await makeCommandToken(server, { tenant, email })
    const words = ['payout', 'approve', id, fingerprint, '--tenant', tenant]
    const approved = await runCliHere({ ...environment, ZUSPRUCH_TOKEN: token }, words)
    expect([approved.code, approved.err]).toEqual([0, ''])
    const out = join(folder, `${id}.xml`)
    expect((await there('file', id, '--out', out)).code).toBe(0)
    await asOwner(server, tenant, (tx) =>
      sql`update payout_batches set execution_on = '2021-01-02' where batch_id = ${id}`.execute(tx),
    )
    return { batch: id, file: out, payments, totalCents }
  }

  return {
    server,
    journey,
    pay,
    folder,
    environment,
    asJo,
    cli,
    standard,
    /** A process of its own, which takes most of the time. */
    process: (...given: string[]) => {
      const { environment: own, words } = asJo([...given, ...asStandard])
      return runCliProcess(own, words)
    },
    jo: tokens.get('standard')?.id ?? '',
    file,
    audited,
    /** For afterEach: the books balance. */
    expectLedger: async () =>
      expect(await withTenant(server.db, 'standard', (tx) => checkLedger(tx, 'standard'))).toEqual(
        [],
      ),
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Installation = Awaited<ReturnType<typeof makeInstallation>>
