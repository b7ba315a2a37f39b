import { useEffect } from 'react'

/**
 * Presses a mailed link's button, where the page knows that a person has done so already: on the device where the address was typed.
 * It waits until somebody sees the page, since browsers run pages beforehand; whoever is at the button already presses it themselves.
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
