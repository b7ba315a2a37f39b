import { useEffect } from 'react'

/**
 * Presses a mailed link's button, where the page knows that a person has done so already: on the device where the address was typed.
 * It waits until somebody sees the page, since browsers run pages beforehand; whoever touched it presses the button themselves.
 */
export function PressAtOnce({ form }: { form: string }) {
  useEffect(() => {
    const press = () => {
      if (document.visibilityState !== 'visible') return
      removeEventListener('visibilitychange', press)
      if (navigator.userActivation?.hasBeenActive) return
      document.querySelector<HTMLFormElement>(`form#${form}`)?.requestSubmit()
    }
    addEventListener('visibilitychange', press)
    press()
    return () => removeEventListener('visibilitychange', press)
  }, [form])
  return null
}
