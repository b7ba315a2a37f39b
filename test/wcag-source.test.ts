import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

// What WCAG asks of every page and no page can be asked for: that something is nowhere in the source.

const root = resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(resolve(root, file), 'utf8')
const sources = globSync('src/web/**/*.{ts,tsx,css}', { cwd: root }).filter(
  (file) => !/\.test\.tsx?$/.test(file),
)
const having = (pattern: RegExp, files = sources) =>
  files.filter((file) => pattern.test(read(file))).toSorted()

test('nothing plays sound or film', () => {
  expect(having(/<(audio|video|embed|object|marquee|blink)[\s/>]|new Audio\(|autoplay/i)).toEqual(
    [],
  )
})

test('nothing is done by dragging, by a gesture of several fingers, or by moving the device', () => {
  expect(
    having(
      /\bdraggable|onDrag|ontouchmove|touchmove|gesture(start|change)|device(motion|orientation)/i,
    ),
  ).toEqual([])
})

test('where a pointer goes down nothing is done that lifting it elsewhere would not undo', () => {
  // Known: what closes beside itself, sees that somebody is there, loads scripts, or waits for the press to end.
  expect(having(/(pointer|mouse)down|onTouchStart/i)).toEqual([
    'src/web/console/here.tsx',
    'src/web/exit/watch-idle.ts',
    'src/web/hydrate.tsx',
    'src/web/runtime/document.ts',
    'src/web/ui/form/page-form.tsx',
    'src/web/ui/table/table-popover.tsx',
  ])
})

test('no page asks for an orientation of the screen', () => {
  expect(having(/orientation\s*:\s*(portrait|landscape)|orientation\.lock/)).toEqual([])
})

test('what moves without end is a sign that an answer is awaited', () => {
  expect(having(/infinite/)).toEqual(['src/web/ui/spinner.tsx'])
})

test('single letters act only where they can be switched off', () => {
  const files = having(/\bkey === '[^'\\]'|case '[a-z/?]':/)
  expect(files.length).toBeGreaterThan(0)
  // A case's keys are all in one place.
  expect(files.filter((file) => !/areKeysOn|useCaseKeys/.test(read(file)))).toEqual([])
})

test('the main colour is text only in its tone that can be read', () => {
  // The stage around the demo has a palette of its own.
  const files = sources.filter((file) => !file.startsWith('src/web/demo/'))
  expect(having(/\btext-primary(?!-text)|(?<!-)color:\s*var\(--c-primary\)/, files)).toEqual([])
  expect(having(/\btext-primary-text\b/, files).length).toBeGreaterThan(5)
})

test('nothing comes into sight by hovering alone', () => {
  const styles = sources.filter((file) => file.endsWith('.css'))
  // What comes with the focus, too, is named beside it.
  const revealing =
    /:hover(?![^{]*:focus-within)[^{]*\{[^}]*\b(display|visibility|opacity|content)\s*:/
  expect(having(revealing, styles)).toEqual([])
  expect(having(/(group-)?hover:(block|flex|grid|visible|opacity-)/)).toEqual([])
  // Known: whoever is at it has more time to undo.
  expect(having(/onMouseEnter|onMouseOver|onPointerEnter/)).toEqual(['src/web/console/undo.tsx'])
})

test('the keyboard’s place is drawn by one rule, and taken away only where scripts alone put it', () => {
  expect(read('src/web/ui/style.css')).toMatch(
    /\n  :focus-visible \{\s*outline: 3px solid var\(--c-focus\);/,
  )
  const isDrawnElsewhere = new Set([
    'src/web/ui/form/radio-cards.tsx', // its card has the ring
    'src/web/console/search-palette.tsx', // the option chosen in the list
  ])
  const taking = having(/\boutline-none\b|outline: none/).filter(
    (file) => file.endsWith('.tsx') && !isDrawnElsewhere.has(file),
  )
  expect(taking.length).toBeGreaterThan(3)
  // tabIndex -1: no stop of the keyboard.
  expect(
    taking.filter((file) => !/tabIndex=\{-1\}|tabIndex=\{isSaid \? -1/.test(read(file))),
  ).toEqual([])
  expect(having(/outline: none/).filter((file) => /ui\/.*\.css$/.test(file))).toEqual([
    'src/web/ui/desk.css', // a desk's headline
    'src/web/ui/looks/konsole.css', // the list of the palette, which shows its chosen option
    'src/web/ui/style.css', // headline and content
  ])
})

const tokens: Record<string, RegExp> = {
  firstName: /^given-name$/,
  lastName: /^family-name$/,
  email: /^(work )?email$|^username$/,
  phone: /^tel$/,
  birthDate: /^bday$/,
  street: /^address-line1$/,
  zip: /^postal-code$/,
  city: /^address-level2$/,
  company: /^organization$/,
}

// Forms about somebody else, whom the browser does not know.
const aboutOthers = /(employees-page|invitation-form)\.tsx$|\/console\//

test('a field about the person who fills it in tells the browser what belongs into it', () => {
  const wrong: string[] = []
  let found = 0
  for (const file of sources.filter((one) => one.endsWith('.tsx') && !aboutOthers.test(one)))
    for (const [field] of read(file).matchAll(/<TextField\b[^<]*?\/>/g)) {
      const [, name = ''] = /(?:name="|value\(')(\w+)/.exec(field) ?? []
      const wanted = tokens[name]
      if (!wanted) continue
      found += 1
      const given = [
        ...(/autoComplete=(?:"[^"]*"|\{[^}]*\})/.exec(field)?.[0] ?? '').matchAll(
          /["']([^"']+)["']/g,
        ),
      ]
      if (given.length === 0 || !given.every(([, token = '']) => wanted.test(token)))
        wrong.push(`${file}: ${name}`)
    }
  expect(found).toBeGreaterThan(20)
  expect(wrong).toEqual([])
})

test('no text tells people to find something by its colour, its shape or its side', () => {
  const patterns = {
    de: /\b([Rr]ote[nrms]?|[Gg]rüne[nrms]?|[Bb]laue[nrms]?|[Gg]elbe[nrms]?|[Rr]unde[nrms]?|rechts|links)\b/,
    en: /\b(red|green|blue|yellow|round|right-hand|left-hand|on the (left|right))\b/i,
  }
  const found = (['de', 'en'] as const).flatMap((language) =>
    globSync([`src/web/texts/${language}/**/*.json`, `src/web/mails/texts/${language}*.json`], {
      cwd: root,
    }).flatMap((file) =>
      Object.entries(JSON.parse(read(file)) as Record<string, string>)
        .filter(([, text]) => patterns[language].test(text))
        .map(([key, text]) => `${file} ${key}: ${text}`),
    ),
  )
  expect(found).toEqual([])
})
