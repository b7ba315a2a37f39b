import { makeRandom } from '../../test/long/random.ts'
import { quantile, single } from '../figure.ts'
import type { Part } from '../part.ts'
import { headersOf, openList } from './reports.ts'

const orders = 55_000
const requestsPerRound = 20

/** Search for parts of names and numbers in the longest searchable list (agency/ask-report.ts). */
export const measureSearch: Part = async (bench) => {
  const who = await openList(bench, orders)
  const took: number[] = []
  const ask = async (Suche: string) => {
    const started = performance.now()
    const answer = await fetch(`${who.origin}/api/v1/bgv/agentur/auftraege/alle`, {
      method: 'PUT',
      headers: headersOf(who),
      body: JSON.stringify({ OrderBy: 'Datum', Filter: { Suche } }),
    })
    await answer.text()
    if (answer.status !== 200) throw new Error(`search: ${answer.status}`)
    return performance.now() - started
  }
  try {
    const random = makeRandom(1)
    // From the middle of a name, so that no prefix search finds it.
    const part = () => who.names[Math.floor(random() * who.names.length)]!.slice(3, 7)
    await ask(part())
    for (let i = 0; i < requestsPerRound * bench.rounds; i++)
      took.push(await ask(i % 2 ? part() : `${1000 + Math.floor(random() * 9000)}`))
  } finally {
    await who.child.stop()
  }
  const what = 'a part of a name or number in a list of 49,500 orders'
  return {
    figures: [
      single(`${what} (median)`, quantile(took, 0.5), 'ms', { of: 'ours', atMost: 400 }),
      single(`${what} (p95)`, quantile(took, 0.95), 'ms'),
    ],
    notes: ['Parts: the owner of an agency searches a list whose rows are all looked through.'],
  }
}
