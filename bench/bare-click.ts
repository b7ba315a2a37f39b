// Baseline of clicks: nothing but Fastify, pg and the same work. For each request one statement that looks the referral up and inserts the
// click, committed before the 302; no log.
import Fastify from 'fastify'
import pg from 'pg'
import { serveParent } from './serve-parent.ts'

const { appUrl } = JSON.parse(process.argv[2] ?? '{}') as { appUrl: string }
const pool = new pg.Pool({ connectionString: appUrl, max: 10 })

const click = {
  name: 'click',
  text: `with found as (
      select state, valid_until from bench_referrals where tenant = $1 and number = $2
    ), counted as (
      insert into bench_clicks (tenant, referral_number, channel, source, at)
      select $1, $2, $3, 'bench', now() from found where state <> 'cancelled' and valid_until >= current_date
    )
    select state from found`,
}

const app = Fastify({ logger: false })
app.get<{ Params: { tenant: string; number: string }; Querystring: { channel?: string } }>(
  '/click/:tenant/:number',
  async (request, reply) => {
    const { tenant, number } = request.params
    const values = [tenant, number, request.query.channel ?? 'xx']
    const { rows } = await pool.query({ ...click, values })
    return reply.redirect(rows.length > 0 ? `/de/empfaengerdaten/${number}` : '/de/404', 302)
  },
)
await serveParent(app, () => pool.end())
