const name = 'single-keys'

/** Whether single-letter keys are on; users of speech input turn them off (WCAG 2.1.4). */
export function areKeysOn(): boolean {
  try {
    return sessionStorage.getItem(name) !== 'off'
  } catch {
    return true
  }
}

export function switchKeys(on: boolean): void {
  try {
    if (on) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, 'off')
  } catch {}
}
