// Baseline of a payout: from memory, the XML of its files, each encrypted and hashed, and the rows of its payments and postings by plain
// inserts of whole sets; no reading, no checks, nobody asked.
import { createHash, randomUUID } from 'node:crypto'
import pg from 'pg'
import { ibanOf } from '../test/long/random.ts'
import { benchSecret } from './make-deps.ts'
import { makeKeys } from '../src/server/base/keys.ts'

const { ownerUrl, payments, perFile } = JSON.parse(process.argv[2] ?? '{}') as {
  ownerUrl: string
  payments: number
  perFile: number
}
const keys = makeKeys([benchSecret])
const client = new pg.Client({ connectionString: ownerUrl })
await client.connect()
await client.query(`
  create table if not exists bare_payments (id uuid primary key, batch text, cents bigint, iban text, state text, at timestamptz);
  create table if not exists bare_postings (id uuid, account text, cents bigint, at timestamptz, primary key (id, account));
  create table if not exists bare_files (id text primary key, file text, hash text)`)

async function pay(): Promise<{ seconds: number }> {
  const all = Array.from({ length: payments }, (_, at) => ({
    id: randomUUID(),
    cents: 500 + (at % 900),
    iban: ibanOf(at),
  }))
  const started = performance.now()
  for (let from = 0; from < all.length; from += perFile) {
    const some = all.slice(from, from + perFile)
    const batch = randomUUID()
    const lines = some.map(
      ({ id, cents, iban }) => `      <CdtTrfTxInf>
        <PmtId><EndToEndId>${id.replaceAll('-', '')}</EndToEndId></PmtId>
        <Amt><InstdAmt Ccy="EUR">${(cents / 100).toFixed(2)}</InstdAmt></Amt>
        <Cdtr><Nm>Paula Groessenwahn</Nm></Cdtr>
        <CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct>
        <RmtInf><Ustrd>Sonnseite Praemie, Ref. ${id.slice(0, 8)}</Ustrd></RmtInf>
      </CdtTrfTxInf>\n`,
    )
    const file = `<?xml version="1.0"?><Document><PmtInf>${lines.join('')}</PmtInf></Document>`
    const hash = createHash('sha256').update(file).digest('hex')
    const of = (name: 'id' | 'cents' | 'iban') => some.map((one) => one[name])
    await client.query('begin')
    await client.query('insert into bare_files values ($1, $2, $3)', [
      batch,
      keys.encrypt(file, `bare|${batch}`),
      hash,
    ])
    await client.query(
      `insert into bare_payments select id, $4, cents, iban, 'in-transit', now()
       from unnest($1::uuid[], $2::bigint[], $3::text[]) as given (id, cents, iban)`,
      [of('id'), of('cents'), some.map(({ id, iban }) => keys.encrypt(iban, `bare|${id}`)), batch],
    )
    await client.query(
      `insert into bare_postings select id, account, sign * cents, now()
       from unnest($1::uuid[], $2::bigint[]) as given (id, cents),
         (values ('payable', -1), ('in-transit', 1)) as side (account, sign)`,
      [of('id'), of('cents')],
    )
    await client.query('commit')
  }
  return { seconds: (performance.now() - started) / 1000 }
}

process.on('message', () => void pay().then((result) => process.send?.(result)))
process.once('disconnect', () => void client.end().then(() => process.exit(0)))
