// npm run lighthouse [-- --write --runs 5]: Lighthouse (mobile) on built pages: what strangers open first, and the personal area.
import { parseArgs } from 'node:util'
import lighthouse from 'lighthouse'
import { cookieNames } from '../src/server/kinds.ts'
import { findFreePort } from '../src/server/db/embedded/run-postmaster.ts'
import { completeRegistration, createReferral } from './demo-people.ts'
import { launchBrowser } from './launch-browser.ts'
import { makeDataDir, removeDataDir, startApp } from './start-app.ts'
import { alignTable, markdownTable, writeFigures } from './write-figures.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof categories)[number]
type Aims = Record<Category, number> & { lcp?: number; tbt?: number } // ms
const aims: Aims = { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100 }
const strangersAims: Aims = { ...aims, performance: 100, lcp: 1200, tbt: 50 }

type Page = { name: string; url: string; skipAudits: string[]; aims: Aims; cookie?: string }
type Run = {
  scores: Record<Category, number>
  failed: string[]
  lcp: number
  tbt: number
  cls: number
}

const { values: options } = parseArgs({
  options: { write: { type: 'boolean', default: false }, runs: { type: 'string', default: '5' } },
})

async function audit(page: Page, port: number): Promise<Run> {
  // Lighthouse's default: a simulated mid-range phone on a slow network.
  const result = await lighthouse(page.url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: [...categories],
    skipAudits: page.skipAudits,
    ...(page.cookie ? { extraHeaders: { Cookie: page.cookie }, disableStorageReset: true } : {}),
  })
  const report = result?.lhr
  if (!report || report.runtimeError)
    throw new Error(report?.runtimeError?.message ?? 'Lighthouse gave no report')
  const score = (category: Category) => Math.round((report.categories[category]?.score ?? 0) * 100)
  const failed = categories.flatMap((category) =>
    category === 'performance'
      ? []
      : (report.categories[category]?.auditRefs ?? [])
          .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 1)
          .map(({ id }) => id),
  )
  const number = (id: string) => report.audits[id]?.numericValue ?? Number.NaN
  return {
    scores: Object.fromEntries(
      categories.map((category) => [category, score(category)]),
    ) as Run['scores'],
    failed: [...new Set(failed)],
    lcp: number('largest-contentful-paint'),
    tbt: number('total-blocking-time'),
    cls: number('cumulative-layout-shift'),
  }
}

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

async function auditAll(): Promise<{ page: Page; runs: Run[] }[]> {
  const dataDir = makeDataDir()
  const app = await startApp({ dataDir }).catch((error: unknown) => {
    removeDataDir(dataDir)
    throw error
  })
  const port = await findFreePort()
  const browser = await launchBrowser({ debuggingPort: port })
  try {
    const email = 'mara.messwert@lighthouse.example'
    const referral = await createReferral(app.origin, 1, email)
    const session = await completeRegistration(app.origin, 1, email)
    const pages: Page[] = [
      { name: 'homepage', url: `${app.origin}/de`, skipAudits: [], aims: strangersAims },
      {
        name: 'recipient page',
        url: `${app.origin}/de/empfaengerdaten/${referral['Empfehlungsnummer']}?channel=wa`,
        // It shows who recommends what, so it is noindex on purpose.
        skipAudits: ['is-crawlable'],
        aims: strangersAims,
      },
      {
        name: 'category page',
        url: `${app.origin.replace('//', '//telko.')}/de/tarife/handys`,
        skipAudits: [],
        aims: strangersAims,
      },
      { name: 'FAQ', url: `${app.origin}/de/faq`, skipAudits: [], aims: strangersAims },
      {
        name: 'personal area',
        url: `${app.origin}/de/persoenlicherbereich`,
        cookie: `${cookieNames.user}=${session}`,
        skipAudits: ['is-crawlable'],
        aims,
      },
    ]
    const audited = pages.map((page) => ({ page, runs: [] as Run[] }))
    for (let run = 0; run < Number(options.runs); run += 1) {
      for (const { page, runs } of audited) {
        // The browser sometimes reports no paint at all, whatever the page: retry once.
        const made = await audit(page, port).catch(() => audit(page, port))
        runs.push(made)
        process.stderr.write(
          `${page.name}: ${categories.map((category) => `${category} ${made.scores[category]}`).join(', ')}, LCP ${Math.round(made.lcp)}, TBT ${Math.round(made.tbt)}\n`,
        )
      }
    }
    return audited
  } finally {
    await browser.close()
    await app.stop()
    removeDataDir(dataDir)
  }
}

const atMost = (ms: number, most: number) => `${ms}${most < Infinity ? ` of ${most}` : ''} ms`

const audited = await auditAll()
const rows = [
  ['page', ...categories, 'LCP', 'TBT', 'CLS', 'aim', ''],
  ...audited.map(({ page, runs }) => {
    const scores = categories.map((category) => median(runs.map((run) => run.scores[category])))
    const lcp = Math.round(median(runs.map((run) => run.lcp)))
    const tbt = Math.round(median(runs.map((run) => run.tbt)))
    const { lcp: mostLcp = Infinity, tbt: mostTbt = Infinity } = page.aims
    const met =
      categories.every((category, index) => (scores[index] ?? 0) >= page.aims[category]) &&
      lcp <= mostLcp &&
      tbt <= mostTbt
    return [
      page.name,
      ...scores.map(String),
      atMost(lcp, mostLcp),
      atMost(tbt, mostTbt),
      median(runs.map((run) => run.cls)).toFixed(3),
      categories.map((category) => page.aims[category]).join(' / '),
      met ? 'met' : 'MISSED',
    ]
  }),
]
process.stdout.write(`\n${alignTable(rows)}\n`)
for (const { page, runs } of audited) {
  const failed = [...new Set(runs.flatMap((run) => run.failed))]
  if (failed.length > 0) process.stdout.write(`${page.name} failed: ${failed.join(', ')}\n`)
}
if (options.write) {
  const note = `Medians of ${options.runs} runs, mobile; the recipient page and the personal area are noindex, so all SEO audits but is-crawlable count.`
  writeFigures('lighthouse', `${markdownTable(rows)}\n\n${note}`)
}
if (rows.some((row) => row.at(-1) === 'MISSED')) process.exitCode = 1
