import { useParams } from 'react-router'
import { formatCents } from '../../domain/money.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDate, formatDateTime } from '../ui/format-date.ts'
import { FileField } from '../ui/form/file-field.tsx'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { maxLength, required, type Rules } from '../ui/form/rules.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { Act, ForbiddenActs } from './act.tsx'
import type { BankBooks } from './bank-line-words.tsx'
import { BankRejections } from './bank-rejections.tsx'
import { Proof } from './proof.tsx'
import { useAbility } from './use-place.ts'

export const closeRules: Rules = { day: [required], reason: [required, maxLength(500)] }

/** What is on its way, what the statements lack, and the files that came. */
export function BankBooksView({
  books,
  answer,
}: {
  books: BankBooks
  answer: FormAnswer | undefined
}) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleBankLines')
  const money = (cents: number) => formatCents(cents, locale)
  const day = (on: string) => formatDate(on, locale)
  const isRight = books.ledgerCents === books.paymentCents
  return (
    <div className="mb-4 grid gap-4">
      {books.late > 0 ? (
        <Notice tone="danger" title={t('late')}>
          {t('lateText', { amount: money(books.lateCents), count: books.late })}
        </Notice>
      ) : null}
      {isRight ? null : <Notice tone="danger" title={t('differs')} />}
      <section aria-labelledby="books-title">
        <h2 id="books-title" className="record-h2">
          {t('books')}
        </h2>
        <p>
          {t('inTransit')}: <strong>{money(books.ledgerCents)}</strong> · {t('inTransitPayments')}:{' '}
          <strong>{money(books.paymentCents)}</strong>
          {isRight ? ` · ${t('agrees')}` : ''}
        </p>
        <p className="text-muted">
          {t('closedTo')}: {books.closedTo ? day(books.closedTo) : t('nothingClosed')}
        </p>
      </section>
      <div>
        <Upload answer={answer} />
        <p className="mt-2">
          <TextLink page="ConsoleBankUploads" values={{ mandant }} inText>
            {t('uploads')}
          </TextLink>
        </p>
      </div>
      <BankRejections books={books} answer={answer} />
      <Close books={books} answer={answer} />
      {books.unbooked.length > 0 ? (
        <section aria-labelledby="unbooked-title">
          <h2 id="unbooked-title" className="record-h2">
            {t('unbooked')} ({books.unbookedCount})
          </h2>
          <p>{t('unbookedText')}</p>
          <ul className="record-rows">
            {books.unbooked.map((one) => (
              <li key={one.endToEndId} className="wrap-anywhere">
                <span>
                  {t('unbookedRow', {
                    amount: money(one.cents),
                    batch: one.batch,
                    day: day(one.executionOn),
                    state: t(`unbookedState.${one.state}`),
                  })}
                </span>
                <span className="text-muted">
                  {t('days', { count: one.ageDays })} · {one.endToEndId}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {books.files.length > 0 ? (
        <details>
          <summary className="record-h2 cursor-pointer">{t('files')}</summary>
          <ul className="record-rows">
            {books.files.map((file) => (
              <li key={`${file.at}${file.kind}`}>
                <span>
                  {t('fileRow', {
                    kind: file.kind,
                    at: formatDateTime(file.at, locale),
                    count: file.lines,
                  })}
                </span>
                <span className="text-muted">{file.isFolder ? t('fromFolder') : file.by}</span>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  )
}

function Upload({ answer }: { answer: FormAnswer | undefined }) {
  const t = useTexts('consoleBankLines')
  const ability = useAbility()
  if (!ability.can('create', 'payouts'))
    return <ForbiddenActs titles={[t('upload')]} why={t('noUpload')} />
  return (
    <Act
      id="upload"
      title={t('upload')}
      kind="primary"
      rules={{}}
      labels={{ file: t('file') }}
      answer={answer}
      files
    >
      <FileField
        name="file"
        accept=".xml,.zip,application/xml,text/xml,application/zip"
        hint={t('uploadText')}
        isLarge
      />
    </Act>
  )
}

function Close({ books, answer }: { books: BankBooks; answer: FormAnswer | undefined }) {
  const t = useTexts('consoleBankLines')
  const ability = useAbility()
  if (books.canCloseTo === null || !ability.can('approve', 'payouts')) return null
  return (
    <>
      {answer?.values['intent'] === 'close' ? <Proof answer={answer} form="close" /> : null}
      <Act
        id="close"
        title={t('close')}
        rules={closeRules}
        labels={{ day: t('closeDay'), reason: t('reason') }}
        answer={answer}
      >
        <p>{t('closeText')}</p>
        <TextField name="day" type="date" defaultValue={books.canCloseTo} />
        <TextField name="reason" autoComplete="off" hint={t('reasonHint')} />
      </Act>
    </>
  )
}
