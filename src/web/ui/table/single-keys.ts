const name = 'single-keys'

/** Whether letters are keys of a list; who speaks to their computer turns them off (WCAG 2.1.4). */
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
