import type { ComponentType } from 'react'
import type { ExitPromptProps } from './asked-on.ts'
import { loadTexts } from '../runtime/texts.ts'
import { watchIdle } from './watch-idle.ts'

type Show = (Prompt: ComponentType<ExitPromptProps>, remember: () => void) => void

const answeredKey = 'exit-prompt'

/** Passes the prompt to `show` once the visitor is idle for `afterMs` and not busy, unless they `left` before. */
export function askIdle(
  afterMs: number,
  locale: Parameters<typeof loadTexts>[0],
  left: AbortSignal,
  show: Show,
): void {
  if (left.aborted || wasAnswered()) return
  const stop = watchIdle(afterMs, () => {
    if (isBusy()) return false
    Promise.all([import('./exit-prompt.tsx'), loadTexts(locale, ['exit'])]).then(
      ([{ ExitPrompt }]) => !isBusy() && show(ExitPrompt, rememberAnswer),
      () => undefined,
    )
    return true
  })
  left.addEventListener('abort', stop)
}

/** Filling in or reading a form, something open, or another window in front. The cookie banner does not count. */
function isBusy(): boolean {
  const isTyped = (field: Element) =>
    field instanceof HTMLInputElement && /checkbox|radio/.test(field.type)
      ? field.checked !== field.defaultChecked
      : (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
        field.value !== field.defaultValue
  const { activeElement } = document
  return (
    document.hidden ||
    document.querySelector('dialog[open], [role=dialog], header details[open]') !== null ||
    activeElement?.matches('main :is(input, select, textarea)') === true ||
    [...document.querySelectorAll('main form')].some(isInView) ||
    [...document.querySelectorAll('main :is(input:not([type=hidden]), textarea)')].some(isTyped)
  )
}

function isInView(element: Element): boolean {
  const { top, bottom, height } = element.getBoundingClientRect()
  return height > 0 && bottom > 0 && top < innerHeight
}

// Stored once answered, to not ask again; never sent anywhere.
function rememberAnswer(): void {
  try {
    sessionStorage.setItem(answeredKey, '1')
  } catch {
    // Without storage it asks again on the next page load.
  }
}

function wasAnswered(): boolean {
  try {
    return sessionStorage.getItem(answeredKey) !== null
  } catch {
    return false
  }
}
