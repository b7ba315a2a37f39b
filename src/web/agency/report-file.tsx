import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { usePage } from '../page-context.tsx'
import { useTexts } from '../texts.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { formatNumber } from './format-number.ts'
import { fileHref, type ReportQuery } from './read-report.ts'

type State =
  | { kind: 'idle' }
  | { kind: 'done' }
  | { kind: 'loading'; rows: number }
  | { kind: 'failed' }

/** The whole list as a file: a plain link, and with script one that shows how far it is. */
export function ReportFile({
  list,
  query,
  total,
}: {
  list: string
  query: ReportQuery
  total: number
}) {
  const { tenant, locale } = usePage()
  const t = useTexts('agencyReports')
  const [state, setState] = useState<State>({ kind: 'idle' })
  const abort = useRef<AbortController>(null)
  const link = useRef<HTMLAnchorElement>(null)
  const stop = useRef<HTMLButtonElement>(null)
  useEffect(() => () => abort.current?.abort(), [])
  const isLoading = state.kind === 'loading'
  const wasLoading = useRef(false)
  // What was pressed is gone each time, and the keyboard goes on with what stands there instead.
  useEffect(() => {
    if (isLoading !== wasLoading.current) (isLoading ? stop : link).current?.focus()
    wasLoading.current = isLoading
  }, [isLoading])
  const address = fileHref(tenant.code, list, query)

  const load = async () => {
    abort.current = new AbortController()
    setState({ kind: 'loading', rows: 0 })
    try {
      const blob = await fetchRows(address, abort.current.signal, (rows) =>
        setState({ kind: 'loading', rows }),
      )
      save(blob, `${list}.csv`)
      setState({ kind: 'done' })
    } catch {
      setState({ kind: abort.current?.signal.aborted ? 'idle' : 'failed' })
    }
  }

  return (
    <div className="flex w-full flex-col gap-1 md:w-auto">
      {state.kind === 'loading' ? (
        <div className="flex w-full flex-col gap-2 md:w-80">
          <label htmlFor="report-progress" className="font-semibold tabular-nums">
            {t('file.loading', {
              rows: formatNumber(state.rows, locale),
              total: formatNumber(total, locale),
              percent: percentOf(state.rows, total),
            })}
          </label>
          <progress
            id="report-progress"
            max={total}
            value={Math.min(state.rows, total)}
            className="h-3 w-full accent-primary"
          />
          <Button
            kind="quiet"
            ref={stop}
            className="self-start !px-0"
            onClick={() => abort.current?.abort()}
          >
            {t('file.stop')}
          </Button>
        </div>
      ) : (
        <a
          ref={link}
          href={address}
          download
          className={buttonClass('secondary')}
          onClick={(event) => {
            // A few rows are there before a bar is.
            if (total < 2_000 || !('body' in Response.prototype)) return
            event.preventDefault()
            void load()
          }}
        >
          <Download aria-hidden="true" className="size-5" />
          {t('file.load')}
        </a>
      )}
      <p role="status" className="text-base text-muted empty:hidden">
        {state.kind === 'done' ? t('file.done') : null}
      </p>
      {state.kind === 'failed' ? (
        <p role="alert" className="font-semibold text-danger">
          {t('file.failed')}
        </p>
      ) : null}
    </div>
  )
}

const percentOf = (rows: number, total: number) =>
  total === 0 ? 100 : Math.min(100, Math.floor((rows * 100) / total))

/** Counts lines as they come; a blob keeps them out of the page's memory where the browser can. */
async function fetchRows(
  address: string,
  signal: AbortSignal,
  tell: (rows: number) => void,
): Promise<Blob> {
  const answer = await fetch(address, { signal, credentials: 'same-origin' })
  if (!answer.ok || !answer.body) throw new Error(`status ${answer.status}`)
  const parts: BlobPart[] = []
  let rows = -1 // the head is none
  let told = 0
  const reader = answer.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
    for (const byte of value) if (byte === 10) rows++
    if (rows - told >= 1_000) {
      told = rows
      tell(rows)
    }
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
