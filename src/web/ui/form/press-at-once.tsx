import { useEffect } from 'react'

/**
 * Presses the one button of a page: where that uses something up, only if a person is known to be there. Waits until the page is visible, as
 * browsers prerender; leaves the press to a user already at the button.
 */
export function PressAtOnce({ form }: { form: string }) {
  useEffect(() => {
    const press = () => {
      if (document.visibilityState !== 'visible') return
      removeEventListener('visibilitychange', press)
      const own = document.querySelector<HTMLFormElement>(`form#${form}`)
      if (own && !own.contains(document.activeElement)) own.requestSubmit()
    }
    addEventListener('visibilitychange', press)
    press()
    return () => removeEventListener('visibilitychange', press)
  }, [form])
  return null
}
