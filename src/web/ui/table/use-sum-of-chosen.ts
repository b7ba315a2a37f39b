import { useEffect } from 'react'
import { useFetcher } from 'react-router'

/** The selection, and the intent of the page's action that sums it. */
export type SumOf = { intent: string | undefined; field: string; ids: readonly string[] }
/** The action's answer: `of` as requested; null if too many to price. */
export type SumOfChosen = { of: string; sum: number | null; inRows: number | null }

/** The sum of the selected rows; null while unknown, undefined if the rows add up to it. */
export function useSumOfChosen(chosen: SumOf | null): SumOfChosen | null | undefined {
  const { submit, data } = useFetcher<SumOfChosen>()
  const isAsked = chosen?.intent !== undefined && chosen.ids.length > 0
  const of = isAsked ? chosen.ids.toSorted().join(' ') : ''
  const [intent = '', field = ''] = isAsked ? [chosen.intent, chosen.field] : []
  useEffect(() => {
    if (of === '') return
    const form = new FormData()
    form.set('intent', intent)
    form.set('of', of)
    for (const id of of.split(' ')) form.append(field, id)
    void submit(form, { method: 'post', defaultShouldRevalidate: false })
  }, [of, intent, field, submit])
  if (of === '') return undefined
  return data?.of === of ? data : null
}
