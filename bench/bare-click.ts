// Baseline of clicks: nothing but Fastify, pg and the same work. For each request one statement that looks the referral up and inserts the
// click, committed before the 302; no log.
import Fastify from 'fastify'
import pg from 'pg'
import { serveParent } from './serve-parent.ts'

const { appUrl } = JSON.parse(process.argv[2] ?? '{}') as { appUrl: string }
const pool = new pg.Pool({ connectionString: appUrl, max: 10 })

const clickBy = (column: 'number' | 'code') => ({
  name: `click-by-${column}`,
  text: `with found as (
      select number, state, valid_until from bench_referrals where tenant = $1 and ${column} = $2
    ), counted as (
      insert into bench_clicks (tenant, referral_number, channel, source, at)
      select $1, number, $3, 'bench', now() from found where state <> 'cancelled' and valid_until >= current_date
    )
    select number from found`,
})

const app = Fastify({ logger: false })
type Asked = {
  Params: { tenant: string; known: string }
  Querystring: { channel?: string }
}
for (const by of ['number', 'code'] as const) {
  const click = clickBy(by)
  app.get<Asked>(`/${by}/:tenant/:known`, async (request, reply) => {
    const { tenant, known } = request.params
    const values = [tenant, known, request.query.channel ?? 'xx']
    const { rows } = await pool.query<{ number: string }>({ ...click, values })
    const [found] = rows
    return reply.redirect(found ? `/de/empfaengerdaten/${found.number}` : '/de/404', 302)
  })
}
await serveParent(app, () => pool.end())
