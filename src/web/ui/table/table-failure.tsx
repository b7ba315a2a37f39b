import { useRevalidator } from 'react-router'
import { useTexts } from '../../runtime/texts.ts'
import { Notice } from '../notice.tsx'
import { controlClass } from './control-class.ts'

/** The list could not be loaded: its rows are those of before. */
export function TableFailure() {
  const t = useTexts('table')
  const { revalidate, state } = useRevalidator()
  return (
    <div className="mb-2">
      <Notice tone="danger" live title={t('failed')}>
        <button
          type="button"
          disabled={state !== 'idle'}
          onClick={() => void revalidate()}
          className={`${controlClass()} mt-2`}
        >
          {t('failedAgain')}
        </button>
      </Notice>
    </div>
  )
}
