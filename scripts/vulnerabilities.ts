// `npm run vulnerabilities`: asks the registry for known vulnerabilities of production parts, and fails for high and critical ones. Without an
// answer nothing is checked, which it says.
import { spawnSync } from 'node:child_process'

const grave = ['high', 'critical']

type Advisory = { title?: string; url?: string; severity?: string }
type Answer = {
  vulnerabilities?: Record<string, { severity: string; via: (string | Advisory)[] }>
  message?: string
  error?: { summary?: string; code?: string }
}
export type Judged = { kind: 'unanswered' | 'none' | 'found' | 'grave'; lines: string[] }

/** What `npm audit --json` printed. */
export function judgeAudit(printed: string): Judged {
  let answer: Answer = {}
  try {
    answer = JSON.parse(printed) as Answer
  } catch {
    // No JSON at all is no answer either.
  }
  if (!answer.vulnerabilities) {
    const why = answer.message || answer.error?.summary || answer.error?.code || 'no reason given'
    return {
      kind: 'unanswered',
      lines: [
        `The registry did not answer (${why}): nothing was checked for known vulnerabilities.`,
      ],
    }
  }
  const found = Object.entries(answer.vulnerabilities)
  if (found.length === 0)
    return { kind: 'none', lines: ['No known vulnerability in a production part.'] }
  const lines = found.map(([name, { severity, via }]) => {
    const why = via.map((one) =>
      typeof one === 'string' ? `by ${one}` : [one.title, one.url].filter(Boolean).join(' '),
    )
    return `${severity}: ${name}, ${why.join('; ')}`
  })
  const isGrave = found.some(([, { severity }]) => grave.includes(severity))
  return {
    kind: isGrave ? 'grave' : 'found',
    lines: [...lines, 'Times to mend: docs/security/parts.md.'],
  }
}

if (import.meta.main) {
  const args = ['audit', '--omit=dev', '--json', '--loglevel=error', '--fetch-retries=0']
  // Its level, as a silent `npm run` would keep the answer to itself.
  const { stdout } = spawnSync('npm', args, { encoding: 'utf8', timeout: 60_000 })
  const { kind, lines } = judgeAudit(stdout ?? '')
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = kind === 'grave' ? 1 : 0
}
