import { useEffect, useState, type ReactNode } from 'react'
import { useFetcher } from 'react-router'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { controlClass } from '../ui/table/control-class.ts'

export type Revealed<T> = { revealed: T }

const shownSeconds = 60

const isRevealed = (answer: unknown): answer is Revealed<unknown> =>
  typeof answer === 'object' && answer !== null && 'revealed' in answer

/** Masked data in clear for a minute, once asked for. `answer`: of the page, without script. */
export function useReveal<T>(answer: unknown) {
  const asking = useFetcher<unknown>()
  const found = isRevealed(asking.data) ? asking.data : isRevealed(answer) ? answer : null
  const [over, setOver] = useState<Revealed<unknown> | null>(null)
  useEffect(() => {
    if (!found) return
    const end = setTimeout(() => setOver(found), shownSeconds * 1_000)
    return () => clearTimeout(end)
  }, [found])
  const clear = found && found !== over ? (found.revealed as T) : null
  return { asking, clear, hasFailed: asking.data !== undefined && !isRevealed(asking.data) }
}

/** Asks for it. @param children hidden fields that say whose */
export function RevealButton({
  reveal: { asking, clear, hasFailed },
  children = null,
}: {
  reveal: ReturnType<typeof useReveal>
  children?: ReactNode
}) {
  const { formToken } = usePage()
  const t = useTexts('consoleReveal')
  return (
    <>
      <asking.Form method="post">
        <input type="hidden" name="_form" value={formToken} />
        <input type="hidden" name="intent" value="reveal" />
        {children}
        {/* Stays, as the keys of a case need its focus. */}
        <button
          type="submit"
          className={`${controlClass()} aria-disabled:opacity-60`}
          aria-describedby="reveal-hint"
          aria-disabled={clear !== null}
          onClick={(event) => {
            if (clear) event.preventDefault()
          }}
        >
          {t('reveal')}
        </button>
      </asking.Form>
      <p id="reveal-hint" className="dt-hint mt-1">
        {t('reveal.hint')}
      </p>
      <output className="font-semibold text-danger">{hasFailed ? t('reveal.failed') : ''}</output>
    </>
  )
}
