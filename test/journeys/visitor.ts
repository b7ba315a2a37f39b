import { expect } from '@playwright/test'

export type Cookie = { name: string; value: string; domain: string; path: string }

/** What an engine does in its own way; each has cookies of its own. */
export type Driver = {
  open(url: string): Promise<void>
  run<Args extends unknown[], Result>(
    script: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>
  /** Presses or types where the one element with that attribute is, as a person does: it has to be in reach. */
  press(selector: string): Promise<void>
  type(selector: string, text: string): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** Takes over the cookies of a host, whose page has to be open. */
  takeCookies(cookies: Cookie[]): Promise<void>
  /** Everything that the engine said so far which nobody should have to read. */
  complaints(): Promise<string[]>
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

/** A browser that Playwright does not drive. */
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

/** Marks the first element of that kind and name in the page, or what stands for a choice too small to be hit. */
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
  // Our pages scroll smoothly, and drivers do not wait for that.
  meant?.scrollIntoView({ block: 'center', behavior: 'instant' })
  return meant !== undefined
}

/** Whether React has taken over, or the page is one without it. */
function takenOver(): boolean {
  const main = document.querySelector('#root main h1, #root main h2')
  const isOurs = main !== null && Object.keys(main).some((key) => key.startsWith('__react'))
  return document.readyState === 'complete' && (!document.querySelector('#root') || isOurs)
}

/** Somebody in front of another engine, who finds things by role and name. */
export function sitAt(driver: Driver) {
  // While a page goes and the next one comes there is nothing to ask.
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
    fill: async (name: Name, text: string, role: Role = 'textbox') => {
      await ready()
      await sees(role, name)
      await driver.type(`[${mark}]`, text)
    },
    gone: (role: Role, name: Name) =>
      expect.poll(() => ask(find, selectors[role], patternOf(name), mark)).toBe(false),
    /** By how many px the page is wider than the window. */
    overflow: () =>
      driver.run(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return scrollWidth - clientWidth
      }),
  }
}
export type Visitor = ReturnType<typeof sitAt>
