import { useEffect, useLayoutEffect, type RefObject } from 'react'
import { usePage } from '../../runtime/page-context.tsx'

// Drafts keep input through reloads, errors and expired sessions. They last for the session and a day at most, without passwords, IBANs or
// consents (domain.md section 8).

const longestMs = 24 * 3_600_000
const secret = /password|iban|token|captcha|^_/i

type Draft = Record<string, string>

type Kept = { at: number; fields: Draft }

const keyOf = (tenant: string, form: string) => `draft:${tenant}:${form}`

/** A draft whose last input is at most a day old; else null. */
function read(key: string): Draft | null {
  try {
    const { at, fields } = JSON.parse(sessionStorage.getItem(key)!) as Kept
    const age = Date.now() - at
    return age >= 0 && age < longestMs ? fields : null
  } catch {
    return null
  }
}

/** Removes the drafts that are meant; all by default. */
export function dropDrafts(isMeant: (key: string) => unknown = () => true): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith('draft:') && isMeant(key)) sessionStorage.removeItem(key)
  } catch {
    // No storage: nothing to remove.
  }
}

export const dropOldDrafts = () => dropDrafts((key) => !read(key))

export function useDraft(
  form: RefObject<HTMLFormElement | null>,
  id: string,
  on: boolean,
  rendered: Record<string, string> | undefined,
): void {
  const { tenant } = usePage()
  const key = keyOf(tenant.code, id)
  useEffect(() => {
    const element = form.current
    if (!element || !on) return
    dropOldDrafts()
    // Values rendered by the server are newer than the draft.
    if (!rendered) restore(element, read(key) ?? {})
    const save = () => {
      try {
        sessionStorage.setItem(key, JSON.stringify({ at: Date.now(), fields: typed(element) }))
      } catch {
        // Full or unavailable storage costs only the draft.
      }
    }
    element.addEventListener('input', save)
    return () => element.removeEventListener('input', save)
    // Once per form: later input is newer.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, on])
}

/** A draft's name where one browser may have the form of several people. */
export const draftOf = (form: string, whose: string) => `${form}:${whose}`

/** Clears a draft, on the page after its accepted form. */
export function useClearDraft(id: string, when = true): void {
  const { tenant } = usePage()
  // Before a form that is there anew reads it.
  useLayoutEffect(() => {
    if (when) dropDrafts((key) => key === keyOf(tenant.code, id))
  }, [tenant.code, id, when])
}

/** Clears all drafts after a logout: the next user of the device must not find them. */
export function useClearDrafts(when = true): void {
  useEffect(() => {
    if (when) dropDrafts()
  }, [when])
}

/** Passes on a draft's field once the script runs, for the page after its form. */
export function useDraftValue(id: string, field: string, use: (value: string) => void): void {
  const { tenant } = usePage()
  useEffect(() => {
    const value = read(keyOf(tenant.code, id))?.[field]
    if (value) use(value)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [tenant.code, id, field])
}

function typed(form: HTMLFormElement): Draft {
  const draft: Draft = {}
  for (const field of form.elements) {
    if (!isDrafted(field)) continue
    if (field instanceof HTMLInputElement && field.type === 'radio' && !field.checked) continue
    draft[field.name] = field.value
  }
  return draft
}

function restore(form: HTMLFormElement, draft: Draft): void {
  for (const field of form.elements) {
    if (!isDrafted(field)) continue
    const value = draft[field.name]
    if (value === undefined || isInUse(form, field)) continue
    if (field instanceof HTMLInputElement && field.type === 'radio') {
      if (field.value === value) field.checked = true
    } else if (field.value === '') field.value = value
  }
}

/** Whether the user was quicker than the script: their input stays. */
function isInUse(form: HTMLFormElement, field: Element): boolean {
  if (field === document.activeElement) return true
  if (!(field instanceof HTMLInputElement) || field.type !== 'radio') return false
  const group = [...form.elements].filter((one) => one instanceof HTMLInputElement)
  return group.some((one) => one.name === field.name && one.checked !== one.defaultChecked)
}

function isDrafted(
  field: Element,
): field is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement {
  if (field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement) return true
  if (!(field instanceof HTMLInputElement) || field.name === '' || secret.test(field.name))
    return false
  return !['checkbox', 'hidden', 'password', 'submit', 'file'].includes(field.type)
}
