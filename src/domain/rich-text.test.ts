import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillVariables, variablesIn } from './content-variables.ts'
import { blocksOf, escapeText, isHtml, markupToHtml, spansOf } from './rich-text.ts'

test('HTML begins with a tag; everything else is plain', () => {
  for (const html of ['<p>a</p>', ' \n<h2>a', '<B>']) expect(isHtml(html), html).toBe(true)
  for (const plain of ['', 'a <b>c</b>', '< 5 GB', '<3', '&lt;p&gt;', '## <p>'])
    expect(isHtml(plain), plain).toBe(false)
})

test('plain markup has headings, lists and paragraphs, whose lines stay together', () => {
  expect(blocksOf('## Titel\nText\nweiter\n- a\n- b\n\n- c\n## Noch\n\nEnde')).toEqual([
    { kind: 'heading', lines: ['Titel'] },
    { kind: 'paragraph', lines: ['Text', 'weiter'] },
    { kind: 'list', lines: ['a', 'b'] },
    { kind: 'list', lines: ['c'] },
    { kind: 'heading', lines: ['Noch'] },
    { kind: 'paragraph', lines: ['Ende'] },
  ])
  expect(markupToHtml('## A & B\nx\ny\n- <b>')).toBe(
    '<h2>A &amp; B</h2><p>x<br />y</p><ul><li>&lt;b&gt;</li></ul>',
  )
})

test('words in another language are marked, in plain markup and as HTML', () => {
  const line = 'Ask the [de: Amt <A>] or [fr: là], [de:x]'
  expect(spansOf(line)).toEqual([
    { language: null, text: 'Ask the ' },
    { language: 'de', text: 'Amt <A>' },
    { language: null, text: ' or [fr: là], [de:x]' },
  ])
  expect(markupToHtml(`- ${line}`)).toBe(
    '<ul><li>Ask the <span lang="de">Amt &lt;A&gt;</span> or [fr: là], [de:x]</li></ul>',
  )
})

test('no plain text can become a tag', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const rest = markupToHtml(text).replace(
        /<\/?(?:h2|p|ul|li|span)>|<br \/>|<span lang="(?:de|en)">/g,
        '',
      )
      expect(rest).not.toMatch(/[<>"']/)
      expect(escapeText(text)).not.toMatch(/[<>"']/)
    }),
  )
})

test('variables are filled in, unknown ones vanish, and the values of interface texts stay', () => {
  const values = { 'kontakt.telefon': '+49 40 1', 'mandant.name': '<b>' }
  expect(fillVariables('Ruf {{kontakt.telefon}} {{ Kontakt.Telefon }} an', values)).toBe(
    'Ruf +49 40 1 +49 40 1 an',
  )
  expect(fillVariables('{{kontakt.fax}}{{name}} {{count}}', values)).toBe('{{name}} {{count}}')
  expect(fillVariables('{{mandant.name}}', values)).toBe('<b>')
  expect(fillVariables('<p>{{mandant.name}}</p>', values)).toBe('<p>&lt;b&gt;</p>')
  expect(fillVariables('{{constructor.prototype}}', values)).toBe('')
  expect(variablesIn('{{a.b}} {{A.B}} {{c}} {{d.e.f}}')).toEqual(['a.b', 'd.e.f'])
})
