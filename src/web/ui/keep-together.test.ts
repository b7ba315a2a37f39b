import { createElement } from 'react'
import { expect, test } from 'vitest'
import { render } from '../runtime/render.test-helper.tsx'
import { Address } from './keep-together.tsx'

test('an e-mail address breaks after its @ and before the dots in front of it, and is whole when copied', async () => {
  const email = 'korbinian.obermaier@obermaier-almbauer.example'
  const { html } = await render({ address: 'du', locale: 'de' }, () =>
    createElement(Address, { email }),
  )
  expect(html.replaceAll('<wbr/>', '|')).toBe('korbinian|.obermaier@|obermaier-almbauer.example')
  expect(html.replaceAll('<wbr/>', '')).toBe(email)
})
