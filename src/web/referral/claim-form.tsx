import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { largestClaimFile, mostClaimLetters, mostNumberLetters } from '../../domain/claim.ts'
import { useOwnWords } from '../access/own-words.ts'
import { ApiError, errorCodes } from '../runtime/api-error.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { Card } from '../ui/card.tsx'
import { draftOf } from '../ui/form/draft.ts'
import { FileField, fileIn, toBase64 } from '../ui/form/file-field.tsx'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { chosen, maxLength, textOf, type Rules } from '../ui/form/rules.ts'
import { SelectField } from '../ui/form/select-field.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { formatDate, localDayOf } from '../ui/format-date.ts'

export type ClaimList = AnswerOf<Endpoints['listOwnClaims']>

/** Of either side’s form, and of its draft. */
export const claimFormId = 'claim'
/** Several contacts may have their pages in one browser. */
export const contactDraft = (list: ClaimList | null) =>
  draftOf(claimFormId, list?.referrals[0]?.number ?? '')

const typed: Rules = {
  orderNumber: [maxLength(mostNumberLetters)],
  note: [maxLength(mostClaimLetters)],
}
/** A contact has one recommendation alone. */
export const claimRules = (chooses: boolean): Rules =>
  chooses ? { referral: [chosen], ...typed } : typed

// As the server would answer; said before anything is sent.
const tooLarge = new ApiError({
  code: errorCodes.notAccepted,
  status: 413,
  message: '',
  fields: [],
  details: {},
  retryAfterSeconds: null,
})

/** What the form says, for either side's call. */
export async function claimOf(form: FormData) {
  const file = fileIn(form, 'file')
  if (file && file.size > largestClaimFile) throw tooLarge
  const [productId, contractOn, orderNumber, note] = [
    textOf(form, 'product'),
    textOf(form, 'contractOn'),
    textOf(form, 'orderNumber'),
    textOf(form, 'note'),
  ]
  return {
    ...(productId ? { productId } : {}),
    ...(contractOn ? { contractOn } : {}),
    ...(orderNumber ? { orderNumber } : {}),
    ...(note ? { note } : {}),
    ...(file ? { file: await toBase64(file) } : {}),
  }
}

export const claimFieldsOf = {
  referralNumber: 'referral',
  productId: 'product',
  contractOn: 'contractOn',
  orderNumber: 'orderNumber',
  note: 'note',
  file: 'file',
}

/** Names a contract that counted for nothing. */
export function ClaimForm({
  list,
  chooses,
  wanted,
  answer,
}: {
  list: ClaimList
  chooses: boolean // the recommendation
  wanted: string | null // the one that the visitor came from
  answer: FormAnswer | undefined
}) {
  const { locale, now } = usePage()
  const t = useTexts('claims')
  const shown = useOwnWords(answer, {
    [errorCodes.tooManyRequests]: t('tooMany'),
    [errorCodes.notAccepted]: t('file.large'),
  })
  const { referrals, products } = list
  const only = referrals.length === 1 ? referrals[0]?.number : undefined
  return (
    <Card as="section" aria-labelledby="claim-title">
      <h2 id="claim-title" className="mb-5 text-xl font-bold">
        {t('form')}
      </h2>
      <PageForm
        id={claimFormId}
        draft={chooses ? true : contactDraft(list)}
        files
        rules={claimRules(chooses)}
        labels={{
          referral: t('referral'),
          contractOn: t('contractOn'),
          orderNumber: t('orderNumber'),
          product: t('product'),
          note: t('note'),
          file: t('file'),
        }}
        answer={shown}
      >
        {chooses ? (
          <SelectField
            name="referral"
            empty={t('referral.choose')}
            defaultValue={wanted ?? only}
            options={referrals.map(({ number, product, createdOn, contacts }) => ({
              value: number,
              title: t(contacts.length > 0 ? 'referral.lineFor' : 'referral.line', {
                product,
                date: formatDate(createdOn, locale),
                contacts: contacts.join(', '),
              }),
            }))}
          />
        ) : null}
        <TextField
          name="contractOn"
          type="date"
          max={localDayOf(now)}
          autoComplete="off"
          className="max-w-xs"
        />
        <TextField name="orderNumber" autoComplete="off" hint={t('orderNumber.hint')} />
        {products.length > 1 ? (
          <SelectField
            name="product"
            empty={t('product.same')}
            options={products.map(({ id, title }) => ({ value: id, title }))}
          />
        ) : null}
        <TextArea name="note" rows={3} />
        <FileField
          name="file"
          accept="application/pdf,image/jpeg,image/png,image/webp"
          hint={t('file.hint')}
          saysOptional
        />
        <div>
          <SubmitButton>{t('submit')}</SubmitButton>
        </div>
      </PageForm>
    </Card>
  )
}
