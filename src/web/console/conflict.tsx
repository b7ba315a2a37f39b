import { useTexts } from '../runtime/texts.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { Notice } from '../ui/notice.tsx'

const code = 'PSOF0707'
export const isConflict = (answer: FormAnswer | undefined) => answer?.code === code

/**
 * Somebody else was first: who did what when, as the server says it. What was typed is shown here, because its form may be gone with the state
 * that it was for.
 * @param words the fields that hold words, not choices
 */
export function Conflict({
  answer,
  words = ['reason', 'note', 'text'],
}: {
  answer: FormAnswer | undefined
  words?: readonly string[]
}) {
  const t = useTexts('console')
  if (!answer || !isConflict(answer)) return null
  const typed = words.map((name) => answer.values[name] ?? '').filter(Boolean)
  return (
    <Notice
      tone="info"
      live
      title={[answer.message, typed.length > 0 ? t('conflict.kept') : null]
        .filter(Boolean)
        .join(' ')}
    >
      {typed.map((text) => (
        <blockquote key={text} className="mt-1 whitespace-pre-wrap wrap-anywhere">
          {text}
        </blockquote>
      ))}
    </Notice>
  )
}
