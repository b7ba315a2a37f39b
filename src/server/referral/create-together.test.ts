import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { queuedMails } from '../../../test/helpers/mails.ts'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { mailsPerDay } from '../access/mail-limit.ts'
import { stranger } from '../account/people.test-helper.ts'
import { withTenant } from '../db/connection.ts'
import { postReferral, wish } from './journey.test-helper.ts'

let server: TestServer
let owner: pg.Client
beforeAll(async () => {
  server = await startTestServer()
  owner = new pg.Client({ connectionString: server.database.ownerUrl })
  await owner.connect()
})
beforeEach(() => server.clock.set(testNow))
afterAll(async () => {
  await owner.end()
  await server.stop()
})

const many = (count: number) => Array.from({ length: count }, () => stranger())
const ofPeople = (people: { email: string }[]) => [people.map(({ email }) => email)]
const read = <T extends object>(text: string, values: unknown[] = []) =>
  withTenant(
    server.db,
    'standard',
    async (tx) => (await tx.executeQuery<T>(CompiledQuery.raw(text, values))).rows,
  )

const madeBy = (people: { email: string }[]) =>
  read<{ number: string; email: string; transaction: string; product_id: string }>(
    `select r.number, a.email, r.xmin::text as transaction, r.product_id
     from referrals r join accounts a using (tenant, account_id) where tenant = 'standard' and a.email = any ($1)`,
    ofPeople(people),
  )

test('creations that arrive together share transactions, and each has its account, mail, consents and line of the log', async () => {
  const people = many(20)
  const answers = await Promise.all(
    people.map(({ email, ip }, at) =>
      postReferral(server, wish(email, { product: at % 2 ? '101' : '102' }), { ip }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 201))
  const made = await madeBy(people)
  expect(new Set(made.map(({ transaction }) => transaction)).size).toBeLessThan(10)
  for (const [at, { email }] of people.entries()) {
    const number = answers[at]!.body.Empfehlungsnummer as string
    expect(made.filter((one) => one.email === email)).toMatchObject([
      { number, product_id: at % 2 ? '101' : '102' },
    ])
    const mails = await queuedMails(server, 'standard', email)
    expect(mails).toMatchObject([
      {
        template: 'welcome',
        data: { firstName: 'Mara', referralLink: answers[at]!.body.KurzURL as string },
      },
    ])
    const { id } = (mails[0]!.data as unknown as { link: { link: { token: { id: string } } } }).link
      .link.token
    expect(
      await read(
        `select details ->> 'referral' as number, email from tokens join accounts on accounts.tenant = tokens.tenant and account_id::text = subject
         where tokens.tenant = 'standard' and token_id = $1`,
        [id],
      ),
    ).toEqual([{ number, email }])
    expect(
      await read(
        `select kind from consents where tenant = 'standard' and subject_kind = 'referral' and subject_id = $1 order by 1`,
        [number],
      ),
    ).toEqual([{ kind: 'eligibility' }, { kind: 'terms' }])
    expect(
      await read(
        `select request_id, details ->> 'product' as product from audit_log where tenant = 'standard' and subject_id = $1`,
        [number],
      ),
    ).toEqual([
      {
        request_id: answers[at]!.headers['x-request-id'],
        product: at % 2 ? '101' : '102',
      },
    ])
  }
})

test('one that is refused takes no other with it, and leaves nothing', async () => {
  const [good, bad] = [many(8), many(3)]
  const answers = await Promise.all([
    ...good.slice(0, 4).map(({ email, ip }) => postReferral(server, wish(email), { ip })),
    ...bad.map(({ email, ip }) => postReferral(server, wish(email, { product: '999' }), { ip })),
    ...good.slice(4).map(({ email, ip }) => postReferral(server, wish(email), { ip })),
  ])
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(8)
  expect(
    answers.flatMap(({ status, body }) => (status === 201 ? [] : [body.ErrorCode as string])),
  ).toEqual(['PSOF0308', 'PSOF0308', 'PSOF0308'])
  expect(await madeBy(good)).toHaveLength(8)
  for (const { email } of good) expect(await queuedMails(server, 'standard', email)).toHaveLength(1)
  expect(
    await read(
      `select 1 from accounts where tenant = 'standard' and email = any ($1)`,
      ofPeople(bad),
    ),
  ).toEqual([])
})

test('at once, from everywhere and to one address, no more are made than its mails of the day', async () => {
  const { email } = stranger()
  const others = many(4)
  const answers = await Promise.all([
    ...many(9).map(({ ip }) => postReferral(server, wish(email), { ip })),
    ...others.map((one) => postReferral(server, wish(one.email), { ip: one.ip })),
  ])
  const toOne = answers.slice(0, 9).map(({ status }) => status)
  expect(toOne.filter((status) => status === 201)).toHaveLength(mailsPerDay.free)
  expect(answers.slice(9).map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(await queuedMails(server, 'standard', email)).toHaveLength(mailsPerDay.free)
  expect(await madeBy([{ email }])).toHaveLength(mailsPerDay.free)
})

test('each key has its own answer, at once and when it comes again among new ones', async () => {
  const people = many(8)
  const send = ({ email, ip }: { email: string; ip: string }) =>
    postReferral(server, wish(email), { ip, headers: { 'idempotency-key': `key-${email}` } })
  const first = await Promise.all(people.map(send))
  expect(new Set((await madeBy(people)).map(({ transaction }) => transaction)).size).toBeLessThan(6)
  const more = many(4)
  const second = await Promise.all([...people, ...more].map(send))
  expect(second.slice(0, 8).map(({ body }) => body as unknown)).toEqual(
    first.map(({ body }) => body as unknown),
  )
  expect(second.map(({ status }) => status)).toEqual(second.map(() => 201))
  expect(await madeBy(people)).toHaveLength(8)
  expect(await madeBy(more)).toHaveLength(4)
})

// A distributed table has no triggers of tests.
const onOneNode = test.skipIf(process.env['CITUS'] !== undefined)

/** The next transaction with a new referral does this at its commit, once. */
async function atNextCommit(deed: string) {
  await owner.query(`
    create sequence commits_tried; grant usage on sequence commits_tried to zuspruch_app;
    create function at_commit() returns trigger language plpgsql as $$
      begin if nextval('commits_tried') = 1 then ${deed} end if; return null; end $$;
    create constraint trigger at_commit after insert on referrals deferrable initially deferred
      for each row execute function at_commit()`)
  return () => owner.query('drop function at_commit cascade; drop sequence commits_tried')
}

onOneNode('a commit that the database refuses is tried again for each alone', async () => {
  const people = many(6)
  const forget = await atNextCommit(
    `raise exception 'not now' using errcode = 'serialization_failure';`,
  )
  const answers = await Promise.all(
    people.map(({ email, ip }) => postReferral(server, wish(email), { ip })),
  )
  await forget()
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 201))
  expect(await madeBy(people)).toHaveLength(6)
})

onOneNode('a commit without an answer is not done again, as it may have come about', async () => {
  const people = many(6)
  const forget = await atNextCommit('perform pg_terminate_backend(pg_backend_pid());')
  const answers = await Promise.all(
    people.map(({ email, ip }) => postReferral(server, wish(email), { ip })),
  )
  await forget()
  const lost = people.filter((_, at) => answers[at]!.status >= 500)
  expect(lost.length).toBeGreaterThan(1)
  expect(await madeBy(lost)).toEqual([])
  expect(await madeBy(people)).toHaveLength(people.length - lost.length)
})
