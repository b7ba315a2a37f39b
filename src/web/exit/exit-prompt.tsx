import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ExitPromptProps } from '../exit-intent.tsx'
import { usePage } from '../page-context.tsx'
import { PageLink } from '../page-link.tsx'
import { useTexts } from '../texts.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { formatDate } from '../ui/format-date.ts'

/** A question with something useful behind it. Escape, the cross and each button let people go on as they were. */
export function ExitPrompt({ page, validUntil, onClose }: ExitPromptProps) {
  const { locale } = usePage()
  const t = useTexts('exit')
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    // The browser's own modal dialog: it holds the focus, gives it back, and closes on Escape.
    if (dialog.current && !dialog.current.open) dialog.current.showModal()
  }, [])
  const close = () => dialog.current?.close()
  const day = validUntil ? formatDate(validUntil, locale) : ''
  return (
    <dialog
      ref={dialog}
      aria-labelledby="exit-title"
      aria-describedby="exit-text"
      onClose={onClose}
      className="m-auto w-[calc(100%-2rem)] max-w-xl rounded-card border border-hairline bg-surface p-5 text-text shadow-xl md:p-8"
    >
      <div className="flex items-start gap-3">
        <h2 id="exit-title" className="section-title grow">
          {t('title')}
        </h2>
        <button
          type="button"
          onClick={close}
          className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-field hover:bg-tint"
        >
          <X aria-hidden="true" />
          <span className="sr-only">{t('close')}</span>
        </button>
      </div>
      <p id="exit-text" className="mt-3">
        {t(`${page}.text`, { day })}
      </p>
      <div className="mt-6 flex flex-col gap-3 md:flex-row">
        {page === 'Homepage' ? (
          <a href="#products" onClick={close} className={buttonClass()}>
            {t('Homepage.go')}
          </a>
        ) : (
          <Button kind="primary" onClick={close}>
            {t(`${page}.go`)}
          </Button>
        )}
        {page === 'Homepage' ? (
          <PageLink page="Code" onClick={close} className={buttonClass('secondary')}>
            {t('Homepage.code')}
          </PageLink>
        ) : (
          <CopyButton text={location.href} label={t('copy')} doneLabel={t('copied')} />
        )}
      </div>
    </dialog>
  )
}
