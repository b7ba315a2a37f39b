import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePage } from '../../runtime/page-context.tsx'
import { useTexts } from '../../runtime/texts.ts'
import { formatCount } from '../format-count.ts'
import { Money } from '../money.tsx'
import { controlClass } from './control-class.ts'
import type { Sums, TableSelection } from './table-types.ts'
import { useSumOfChosen, type SumOf } from './use-sum-of-chosen.ts'

/** Below the rows while some are selected. */
export function SelectionBar({
  chosen,
  form,
  isAll,
  offersAll,
  sumOf,
  most,
  differs,
  hasSum,
  isAsked,
  clear,
  children,
}: {
  chosen: Sums
  form: string
  isAll: boolean
  offersAll: boolean
  sumOf: SumOf
  most: number
  differs: TableSelection<unknown>['differs']
  hasSum: boolean
  isAsked: boolean
  clear: () => void
  children?: ReactNode
}) {
  const { locale } = usePage()
  const t = useTexts('table')
  const number = formatCount(chosen.count, locale)
  const areTooMany = !isAll && chosen.count > most
  const together = useSumOfChosen(isAll || areTooMany ? null : sumOf)
  const cents = together === undefined ? chosen.cents : (together?.sum ?? null)
  const inRows = (together === undefined ? chosen.inRows : together?.inRows) ?? cents
  const more = areTooMany || cents === null || inRows === null ? 0 : cents - inRows
  if (isAsked) return null
  return (
    <fieldset className="dt-selection" aria-label={t('selection')}>
      {/* Screen readers say what changes in it: so it is there while nothing is selected. */}
      <output className="font-semibold tabular-nums">
        {chosen.count > 0 ? (
          <>
            {t('chosen', { count: chosen.count, number })}
            {hasSum || areTooMany ? ' · ' : null}
            {areTooMany ? (
              t('tooMany', { most })
            ) : !hasSum ? null : cents === null ? (
              '…'
            ) : (
              <Money cents={cents} />
            )}
            {more !== 0 && differs ? (
              <span className="dt-hint block font-normal">{differs(more)}</span>
            ) : null}
          </>
        ) : null}
      </output>
      {isAll ? <input type="hidden" form={form} name="all" value="1" /> : null}
      {offersAll ? (
        <button
          type="submit"
          form={form}
          name="intent"
          value="choose-all"
          className="inline-flex min-h-8 items-center text-link underline underline-offset-2 hover:no-underline"
        >
          {t('chooseAll')}
        </button>
      ) : null}
      <div className="flex flex-wrap items-center gap-2 md:ml-auto">{children}</div>
      {chosen.count > 0 ? (
        <button type="button" onClick={clear} aria-label={t('clear')} className={controlClass()}>
          <X aria-hidden="true" className="size-4" />
        </button>
      ) : null}
    </fieldset>
  )
}
