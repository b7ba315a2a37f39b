import { useEffect, useRef, useState } from 'react'
import { useActionData, useSearchParams } from 'react-router'
import { useTexts } from '../runtime/texts.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { controlClass } from '../ui/table/control-class.ts'
import { areKeysOn } from '../ui/table/single-keys.ts'

const acts = ['take', 'give', 'snooze', 'note', 'view'] as const
type UndoneAct = (typeof acts)[number]
const shownSeconds = 10

/** What a page puts into its address as `undo` after an act: which record, at which version then. */
export function undoOf(intent: string, id: string, version: number): { undo?: string } {
  return acts.some((one) => one === intent) ? { undo: `${intent}~${id}~${version + 1}` } : {}
}

/** Said at the bottom of whichever page comes after an act that can be taken back, for 10 seconds. */
export function Undo() {
  const [search] = useSearchParams()
  const answer = useActionData<Partial<FormAnswer>>()
  const t = useTexts('console')
  const asked = search.get('undo')
  if (asked === null) return null
  if (answer?.values?.['intent'] === 'undo')
    return <output className="undo">{answer.message}</output>
  if (asked === 'done') return <output className="undo undo-brief">{t('undo.done')}</output>
  const [intent, id, version] = asked.split('~')
  const act = acts.find((one) => one === intent)
  return act && id && version ? <Offer key={asked} {...{ act, id, version }} /> : null
}

function Offer({ act, id, version }: { act: UndoneAct; id: string; version: string }) {
  const t = useTexts('console')
  const [left, setLeft] = useState<number | null>(null) // null: without script there is no clock
  const isHeld = useRef(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const timer = setInterval(() => {
      if (!isHeld.current) setLeft((before) => Math.max(0, (before ?? shownSeconds) - 1))
    }, 1000)
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, altKey, metaKey, repeat, target } = event
      if (key !== 'u' || ctrlKey || altKey || metaKey || repeat || !areKeysOn()) return
      if (target instanceof Element && target.closest('input:not([type=radio]), textarea, select'))
        return
      event.preventDefault()
      button.current?.click()
    }
    document.addEventListener('keydown', onKey)
    return () => {
      clearInterval(timer)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
  if (left === 0) return null
  const hold = (value: boolean) => () => {
    isHeld.current = value
  }
  return (
    <div
      className="undo"
      onPointerEnter={hold(true)}
      onPointerLeave={hold(false)}
      onFocus={hold(true)}
      onBlur={hold(false)}
    >
      <output>{t(`undo.${act}`)}</output>
      <PageForm id="undo" rules={{}} labels={{}} answer={undefined} draft={false}>
        <input type="hidden" name="intent" value="undo" />
        <input type="hidden" name="act" value={act} />
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="version" value={version} />
        <button ref={button} type="submit" className={controlClass()} aria-keyshortcuts="u">
          {t('undo.button')}
          {left === null ? null : (
            <span aria-hidden="true" className="tabular-nums">
              {' '}
              ({left} s)
            </span>
          )}
        </button>
      </PageForm>
    </div>
  )
}
