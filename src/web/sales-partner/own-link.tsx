import { useTexts } from '../runtime/texts.ts'
import { CopyButton } from '../ui/copy-button.tsx'

export function OwnLink({ link }: { link: string }) {
  const t = useTexts('salesPartner')
  return (
    <div className="mt-3 flex flex-col gap-3 md:flex-row md:items-center">
      <input
        id="own-link"
        readOnly
        value={link}
        aria-label={t('area.linkTitle')}
        className="field block min-h-12 w-full min-w-0 rounded-field border-2 border-line bg-surface px-3.5 py-2 text-base"
      />
      <div className="shrink-0">
        <CopyButton
          text={link}
          label={t('area.copy')}
          doneLabel={t('area.copied')}
          kind="primary"
          fallbackId="own-link"
        />
      </div>
    </div>
  )
}
