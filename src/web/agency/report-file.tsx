import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatCount } from '../ui/format-count.ts'
import { controlClass } from '../ui/table/control-class.ts'
import type { TableQuery } from '../ui/table/table-address.ts'
import { fileHref } from './read-report.ts'

type State =
  | { kind: 'idle' }
  | { kind: 'done' }
  | { kind: 'loading'; rows: number }
  | { kind: 'failed' }

/** The whole list as a file: a plain link, and with script one with progress. */
export function ReportFile({
  list,
  query,
  total,
}: {
  list: string
  query: TableQuery
  total: number
}) {
  const { tenant, locale } = usePage()
  const t = useTexts('agencyReports')
  const [state, setState] = useState<State>({ kind: 'idle' })
  const abort = useRef<AbortController>(null)
  const link = useRef<HTMLAnchorElement>(null)
  const stop = useRef<HTMLButtonElement>(null)
  // A reload restarts the download; leaving the page cancels it.
  useEffect(() => {
    if (remembered() === address) void load()
    return () => abort.current?.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, with the page
  }, [])
  const isLoading = state.kind === 'loading'
  const wasLoading = useRef(false)
  // The pressed control is replaced each time, so focus moves to its replacement.
  useEffect(() => {
    if (isLoading !== wasLoading.current) (isLoading ? stop : link).current?.focus()
    wasLoading.current = isLoading
  }, [isLoading])
  const address = fileHref(tenant.code, list, query)

  const load = async () => {
    abort.current = new AbortController()
    remember(address)
    setState({ kind: 'loading', rows: 0 })
    try {
      const blob = await fetchRows(address, abort.current.signal, (rows) =>
        setState({ kind: 'loading', rows }),
      )
      save(blob, `${list}.csv`)
      setState({ kind: 'done' })
      remember(null)
    } catch {
      setState({ kind: abort.current?.signal.aborted ? 'idle' : 'failed' })
      // Delayed: some browsers abort the download before a reload, which then comes first and keeps the address.
      setTimeout(() => remember(null), 1_000)
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-2">
      {state.kind === 'loading' ? (
        <div className="flex flex-wrap items-center gap-2">
          <label htmlFor="report-progress" className="dt-hint tabular-nums">
            {t('file.loading', {
              rows: formatCount(state.rows, locale),
              total: formatCount(total, locale),
              percent: percentOf(state.rows, total),
            })}
          </label>
          <progress
            id="report-progress"
            max={total}
            value={Math.min(state.rows, total)}
            className="sr-only"
          />
          {/* Browsers draw their own bar in their own colours. */}
          <div className="h-1.5 w-24 rounded-full bg-tint" aria-hidden="true">
            <div
              className="h-full rounded-full bg-primary"
              style={{ width: `${percentOf(state.rows, total)}%` }}
            />
          </div>
          <button
            type="button"
            ref={stop}
            className={controlClass()}
            onClick={() => abort.current?.abort()}
          >
            {t('file.stop')}
          </button>
        </div>
      ) : (
        <a
          ref={link}
          href={address}
          download
          className={controlClass()}
          aria-label={t('file.load')}
          onClick={(event) => {
            // Small lists finish before a bar would show.
            if (total < 2_000 || !('body' in Response.prototype)) return
            event.preventDefault()
            void load()
          }}
        >
          <Download aria-hidden="true" className="size-4" />
          CSV
        </a>
      )}
      <output className="dt-hint">{state.kind === 'done' ? t('file.done') : null}</output>
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

const loadingKey = 'report-file'

// Without storage, a reload ends the download.
function remember(address: string | null): void {
  try {
    if (address) sessionStorage.setItem(loadingKey, address)
    else sessionStorage.removeItem(loadingKey)
  } catch {}
}

function remembered(): string | null {
  try {
    return sessionStorage.getItem(loadingKey)
  } catch {
    return null
  }
}

/** Counts lines on arrival; a blob keeps them out of the page's memory where supported. */
async function fetchRows(
  address: string,
  signal: AbortSignal,
  tell: (rows: number) => void,
): Promise<Blob> {
  const answer = await fetch(address, { signal, credentials: 'same-origin' })
  if (!answer.ok || !answer.body) throw new Error(`status ${answer.status}`)
  const parts: BlobPart[] = []
  let rows = -1 // excludes the head
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
