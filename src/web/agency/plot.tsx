import { ChevronDown, Download } from 'lucide-react'
import { useId, type CSSProperties, type ReactNode } from 'react'
import { useTexts } from '../runtime/texts.ts'
import { linkClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'

// Plots of boxes and text, rendered by the server: they scale with text, work without script and state every value. Bars differ by pattern,
// not colour alone; with forced colours patterns and outlines remain.

export type Pattern = 'solid' | 'stripes' | 'dots'
/** A part of a bar, in percent of the longest. */
type Part = { pattern: Pattern; size: number }

/** Fill patterns; once on a page with bars. */
export function Patterns() {
  return (
    <svg
      width="0"
      height="0"
      aria-hidden="true"
      className="absolute text-primary-text forced-colors:text-[canvastext]"
    >
      <defs>
        <pattern
          id="plot-stripes"
          width="7"
          height="7"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="3" height="7" fill="currentColor" />
        </pattern>
        <pattern id="plot-dots" width="6" height="6" patternUnits="userSpaceOnUse">
          <circle cx="3" cy="3" r="1.6" fill="currentColor" />
        </pattern>
      </defs>
    </svg>
  )
}

function Fill({
  pattern,
  className,
  style,
}: {
  pattern: Pattern
  className: string
  style?: CSSProperties
}) {
  return (
    <svg
      aria-hidden="true"
      className={`block shrink-0 border border-current text-primary-text forced-colors:text-[canvastext] ${className}`}
      style={style}
    >
      <rect
        width="100%"
        height="100%"
        fill={pattern === 'solid' ? 'currentColor' : `url(#plot-${pattern})`}
      />
    </svg>
  )
}

const sized = (size: number) => ({ '--size': size }) as CSSProperties

/** A plot with its title, a summary sentence, and the same figures as a table and a file. */
export function Plot({
  title,
  text,
  legend,
  empty,
  table,
  csv,
  children,
}: {
  title: string
  text?: ReactNode
  legend?: { pattern: Pattern; text: string }[]
  empty: string | null // replaces the plot without data
  table: ReactNode
  csv: string // its address
  children: ReactNode
}) {
  const t = useTexts('agencyStatistics')
  const id = useId()
  return (
    <Card aria-labelledby={id} as="section" pad="compact" className="plot min-w-0">
      <h2 id={id} className="text-xl font-bold">
        {title}
      </h2>
      {empty ? (
        <p className="mt-2">{empty}</p>
      ) : (
        <>
          {text ? <div className="mt-1 max-w-[44em] text-base text-muted">{text}</div> : null}
          {legend ? (
            <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-base">
              {legend.map((one) => (
                <li key={one.pattern} className="flex items-center gap-2">
                  <Fill pattern={one.pattern} className="h-4 w-6" />
                  {one.text}
                </li>
              ))}
            </ul>
          ) : null}
          <div className="mt-4">{children}</div>
          <div className="plot-tools relative mt-4 border-t border-hairline pt-1">
            <details className="group">
              <summary className={`${linkClass()} list-none pr-2 font-semibold`}>
                <ChevronDown
                  aria-hidden="true"
                  className="size-5 transition group-open:rotate-180"
                />
                {t('plot.table')}
                <span className="sr-only">: {title}</span>
              </summary>
              {table}
            </details>
            <a
              href={csv}
              download
              className={`${linkClass()} min-[26rem]:absolute min-[26rem]:top-1 min-[26rem]:right-0`}
            >
              <Download aria-hidden="true" className="size-4.5" />
              {t('plot.csv')}
              <span className="sr-only">: {title}</span>
            </a>
          </div>
        </>
      )}
    </Card>
  )
}

export type Column = {
  key: string
  label: ReactNode
  value: string
  detail?: string // for screen readers: the parts of the bar
  parts: Part[]
}

/** Bars over time: upright where values fit, horizontal on phones and for many. */
export function Columns({ label, columns }: { label: string; columns: Column[] }) {
  const upright = columns.length <= 13
  const when = (classes: string) => (upright ? classes : '')
  return (
    <ol
      aria-label={label}
      className={`grid gap-1 ${when('md:flex md:h-72 md:items-stretch md:gap-0')}`}
    >
      {columns.map(({ key, label: name, value, detail, parts }) => (
        <li
          key={key}
          className={`grid grid-cols-[5.25rem_minmax(0,1fr)] items-center gap-x-2 text-base ${when('md:flex md:min-w-0 md:flex-1 md:flex-col-reverse md:items-stretch md:gap-1')}`}
        >
          <span className={`leading-tight ${when('md:text-center md:text-sm')}`}>{name}</span>
          <span
            className={`flex min-h-7 items-center gap-2 border-l border-line py-0.5 ${when('md:min-h-0 md:grow md:flex-col-reverse md:gap-0 md:border-b md:border-l-0 md:py-0')}`}
          >
            <span
              className={`flex h-5 items-stretch ${when('md:h-[calc(var(--size)*0.88%)] md:w-3/5 md:flex-col-reverse')} w-[calc(var(--size)*0.62%)]`}
              style={sized(parts.reduce((sum, part) => sum + part.size, 0))}
            >
              {parts
                .filter(({ size }) => size > 0)
                .map(({ pattern, size }) => (
                  <Fill
                    key={pattern}
                    pattern={pattern}
                    className={`h-full w-0 ${when('md:h-0 md:w-full')}`}
                    style={{ flex: `${size} 0 0` }}
                  />
                ))}
            </span>
            <span className="font-semibold whitespace-nowrap tabular-nums">{value}</span>
            {detail ? <span className="sr-only">{detail}</span> : null}
          </span>
        </li>
      ))}
    </ol>
  )
}

export type Row = {
  key: string
  label: string
  note?: string | undefined
  values: { text: string; size: number }[] // one per measure
}

/** Horizontal bars of named things, one or more measures, each on its own scale. */
export function Rows({
  label,
  measures,
  rows,
}: {
  label: string
  measures: { name: string; pattern: Pattern }[]
  rows: Row[]
}) {
  const several = measures.length > 1
  const grid = several
    ? 'md:grid-cols-[minmax(0,13rem)_repeat(2,minmax(0,1fr))]'
    : 'min-[26rem]:grid-cols-[10.5rem_minmax(0,1fr)]'
  return (
    <>
      {several ? (
        <div
          aria-hidden="true"
          className={`hidden gap-x-4 pb-1 text-base text-muted md:grid ${grid}`}
        >
          <span />
          {measures.map(({ name }) => (
            <span key={name}>{name}</span>
          ))}
        </div>
      ) : null}
      <ol aria-label={label} className={`grid ${several ? 'gap-y-4 md:gap-y-0' : ''}`}>
        {rows.map((row) => (
          <li
            key={row.key}
            className={`grid items-stretch gap-x-4 ${several ? 'gap-y-1' : 'gap-y-0'} ${grid}`}
          >
            <span
              className={`self-center py-1 leading-snug wrap-anywhere ${several ? 'font-semibold' : ''}`}
            >
              {row.label}
              {row.note ? (
                <span className="block text-base font-normal text-muted">{row.note}</span>
              ) : null}
            </span>
            {measures.map(({ name, pattern }, index) => (
              <span key={name} className="block">
                {several ? <span className="text-base text-muted md:sr-only">{name} </span> : null}
                <span className="flex min-h-8 items-center gap-2 border-l border-line md:min-h-9 md:h-full">
                  {(row.values[index]?.size ?? 0) > 0 ? (
                    <Fill
                      pattern={pattern}
                      className="h-5 w-[calc(var(--size)*0.7%)] min-w-1"
                      style={sized(row.values[index]?.size ?? 0)}
                    />
                  ) : null}
                  <span
                    className={`font-semibold whitespace-nowrap tabular-nums ${row.values[index]?.size ? '' : 'pl-2'}`}
                  >
                    {row.values[index]?.text}
                  </span>
                </span>
              </span>
            ))}
          </li>
        ))}
      </ol>
    </>
  )
}

/** The figures behind a plot; wide tables scroll with a fixed first column. */
export function FigureTable({
  title,
  heads,
  rows,
  total,
}: {
  title: string
  heads: string[] // first column, then figures
  rows: { key: string; cells: string[] }[]
  total?: string[]
}) {
  const t = useTexts('agencyStatistics')
  const first = 'sticky left-0 bg-surface text-left'
  const line = (cells: string[], strong: boolean) =>
    cells.map((cell, index) =>
      index === 0 ? (
        <th
          key={heads[index]}
          scope="row"
          className={`py-2 pr-4 md:whitespace-nowrap ${strong ? 'font-bold' : 'font-normal'} ${first}`}
        >
          {cell}
        </th>
      ) : (
        <td key={heads[index]} className={`py-2 pl-4 text-right whitespace-nowrap tabular-nums`}>
          {cell}
        </td>
      ),
    )
  return (
    <section
      aria-label={`${t('plot.table')}: ${title}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- reached by the keyboard, so that it can be scrolled with it
      tabIndex={0}
      className="mt-1 overflow-x-auto"
    >
      <table className="w-full text-base">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="border-b-2 border-line align-bottom">
            {heads.map((head, index) => (
              <th
                key={head}
                scope="col"
                className={`py-2 font-semibold ${index === 0 ? `pr-4 ${first}` : 'pl-4 text-right'}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key} className="border-b border-hairline">
              {line(cells, false)}
            </tr>
          ))}
        </tbody>
        {total ? (
          <tfoot>
            <tr className="border-t-2 border-line font-bold">{line(total, true)}</tr>
          </tfoot>
        ) : null}
      </table>
    </section>
  )
}
