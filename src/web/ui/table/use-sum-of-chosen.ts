import { useEffect } from 'react'
import { useFetcher } from 'react-router'

/** What was chosen, and the intent of the page's action that tells what it comes to. */
export type SumOf = { intent: string | undefined; field: string; ids: readonly string[] }
/** What the action answers: `of` as it was asked; null where they are too many to be priced. */
export type SumOfChosen = { of: string; sum: number | null; inRows: number | null }

/** What the chosen rows come to together; null while that is not known, undefined where it is what the rows say. */
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
