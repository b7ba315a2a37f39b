import { expect } from '@playwright/test'

export type Cookie = { name: string; value: string; domain: string; path: string }

/** An engine's own actions; each driver has its own cookies. */
export type Driver = {
  open(url: string): Promise<void>
  run<Args extends unknown[], Result>(
    script: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>
  /** Clicks or types at the one element with that attribute, which must be reachable. */
  press(selector: string): Promise<void>
  type(selector: string, text: string): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** Sets cookies for the host of the open page. */
  takeCookies(cookies: Cookie[]): Promise<void>
  /** Console errors so far. */
  complaints(): Promise<string[]>
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

export type Engine = { visitor(): Promise<Driver>; close(): Promise<void> }

const selectors = {
  link: 'a[href]',
  button: 'button',
  textbox: 'input:not([type=checkbox], [type=radio], [type=hidden], [type=search]), textarea',
  searchbox: 'input[type=search]',
  checkbox: 'input[type=checkbox]',
  radio: 'input[type=radio]',
  heading: 'h1, h2, h3',
  status: '[role=status], [role=alert], [aria-live]',
}
type Role = keyof typeof selectors
type Name = RegExp | string

const mark = 'data-visitor-found'

/** Marks the first element of that role and name, or the label of a control too small to click. */
function find(selector: string, source: string, mark: string): boolean {
  const name = new RegExp(source)
  const nameOf = (element: Element): string => {
    const labels = (element as HTMLInputElement).labels ?? []
    const by = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const named = by.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
    const own = element.getAttribute('aria-label') ?? named
    const text = own || [...labels].map((one) => one.textContent).join(' ') || element.textContent
    return (text ?? '').replace(/\s+/g, ' ').trim()
  }
  for (const one of document.querySelectorAll(`[${mark}]`)) one.removeAttribute(mark)
  const found = [...document.querySelectorAll(selector)].find(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) && name.test(nameOf(element)),
  )
  const isHidden = found instanceof HTMLInputElement && found.getBoundingClientRect().width < 4
  const meant = isHidden ? found.labels?.[0] : found
  meant?.setAttribute(mark, '')
  // Our pages scroll smoothly, which drivers do not wait for.
  meant?.scrollIntoView({ block: 'center', behavior: 'instant' })
  return meant !== undefined
}

/** Whether React has hydrated, or the page has none. */
function takenOver(): boolean {
  const main = document.querySelector('#root main h1, #root main h2')
  const isOurs = main !== null && Object.keys(main).some((key) => key.startsWith('__react'))
  return document.readyState === 'complete' && (!document.querySelector('#root') || isOurs)
}

/** A visitor at another engine, who finds things by role and name. */
export function sitAt(driver: Driver) {
  // During navigation there is nothing to ask.
  const ask = <Args extends unknown[]>(script: (...args: Args) => boolean, ...args: Args) =>
    driver.run(script, ...args).catch(() => false)
  const ready = () =>
    expect.poll(() => ask(takenOver), { message: 'React takes the page over' }).toBe(true)
  const patternOf = (name: Name) =>
    typeof name === 'string' ? `^${RegExp.escape(name)}$` : name.source
  const sees = async (role: Role, name: Name) => {
    const message = `a ${role} named ${name}`
    await expect
      .poll(() => ask(find, selectors[role], patternOf(name), mark), { message })
      .toBe(true)
  }
  return {
    ...driver,
    sees,
    open: async (url: string) => {
      await driver.open(url)
      await ready()
    },
    press: async (role: Role, name: Name) => {
      await ready()
      await sees(role, name)
      await driver.press(`[${mark}]`)
    },
    // A field that still moves is not to be typed into yet, say drivers.
    fill: (name: Name, text: string, role: Role = 'textbox') =>
      expect(async () => {
        await ready()
        await sees(role, name)
        await driver.type(`[${mark}]`, text)
      }).toPass({ timeout: 30_000 }),
    gone: (role: Role, name: Name) =>
      expect.poll(() => ask(find, selectors[role], patternOf(name), mark)).toBe(false),
    overflow: () =>
      driver.run(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return scrollWidth - clientWidth
      }),
  }
}
export type Visitor = ReturnType<typeof sitAt>
