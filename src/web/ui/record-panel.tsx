import { X } from 'lucide-react'
import { createContext, useContext, useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { PageLink, type PageTarget } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { controlClass } from './table/control-class.ts'

export type Fact = readonly [name: string, value: ReactNode]

/** What was done to the open record: the list that it was done from may be behind it. */
export const RecordSaid = createContext<ReactNode>(null)

/** A row's page: beside the list if there is room, else alone. Facts first, then actions, then history. */
export function RecordPanel({
  title,
  state,
  close,
  facts,
  children,
}: {
  title: string
  state: ReactNode
  close: PageTarget
  facts: readonly Fact[] // empty ones are left out
  children: ReactNode
}) {
  const t = useTexts('table')
  const said = useContext(RecordSaid)
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  useEffect(() => {
    // A page that was just loaded begins at its top.
    if (key !== 'default' && isFocusLost()) heading.current?.focus()
  }, [title, key])
  return (
    // Past the menu is the record, not the list behind it.
    <section
      id="content"
      tabIndex={-1}
      aria-label={title}
      className="desk-record focus-visible:outline-none"
    >
      <div className="record-head">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 ref={heading} tabIndex={-1} className="desk-h1 wrap-anywhere outline-none">
            {title.split(/(\S*\d\S*)/).map((part, at) =>
              // Numbers wrap as a whole.
              at % 2 === 0 ? (
                part
              ) : (
                <span key={at} className="inline-block max-w-full">
                  {part}
                </span>
              ),
            )}
          </h1>
          {state}
        </div>
        <PageLink
          {...close}
          preventScrollReset
          aria-label={t('closeRecord')}
          className={controlClass()}
        >
          <X aria-hidden="true" className="size-4" />
        </PageLink>
      </div>
      {said ? <div className="mb-4">{said}</div> : null}
      <dl className="record-facts">
        {facts
          .filter(([, value]) => value !== null && value !== undefined && value !== '')
          .map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="min-w-0 wrap-anywhere">{value}</dd>
            </div>
          ))}
      </dl>
      {children}
    </section>
  )
}

/** Below a desk's width the list, with the row that was pressed, is hidden behind its record. */
const isFocusLost = () =>
  document.activeElement === document.body || document.activeElement?.getClientRects().length === 0

export function RecordPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-6">
      <h2 className="record-h2">{title}</h2>
      {children}
    </section>
  )
}
