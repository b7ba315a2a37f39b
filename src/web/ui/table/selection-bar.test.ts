import { createElement } from 'react'
import { expect, test } from 'vitest'
import { render } from '../../runtime/render.test-helper.tsx'
import { SelectionBar } from './selection-bar.tsx'

const barOf = (count: number) =>
  render({ address: 'du', locale: 'de' }, () =>
    createElement(SelectionBar, {
      chosen: { count, cents: 5000 * count },
      form: 'chosen',
      isAll: false,
      offersAll: false,
      sumOf: { intent: undefined, field: 'order', ids: [] },
      most: 500,
      differs: undefined,
      hasSum: true,
      isAsked: false,
      clear: () => {},
    }),
  )

test('where the selection is said is there before anything is selected, and empty', async () => {
  const outputs = async (count: number) =>
    [...(await barOf(count)).html.matchAll(/<output[^>]*>(.*?)<\/output>/gs)].map(([, inside]) =>
      inside!.replace(/<[^>]+>/g, ''),
    )
  expect(await outputs(0)).toEqual([''])
  expect(await outputs(1)).toEqual([expect.stringContaining('1 ausgewählt')])
})
