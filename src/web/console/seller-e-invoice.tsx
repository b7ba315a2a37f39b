import { addressSchemes } from '../../domain/electronic-address.ts'
import { useTexts } from '../runtime/texts.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { RecordPart } from '../ui/record-panel.tsx'
import { Act, ForbiddenActs } from './act.tsx'
import { reasonRules, type Seller } from './seller-calls.ts'
import { useAbility } from './use-place.ts'

/** Whether an agency is a public buyer, which gets XRechnung, and where its invoices go. */
export function SellerEInvoice({
  seller,
  answer,
}: {
  seller: Seller
  answer: FormAnswer | undefined
}) {
  const t = useTexts('consoleSellers')
  const ability = useAbility()
  const title = t('einvoice.change')
  const { leitwegId, addressScheme, addressId } = seller
  const address =
    addressScheme && addressId ? `${t(`scheme.${addressScheme}`)}: ${addressId}` : null
  const forbidden = seller.isOwnCase
    ? t('own')
    : ability.can('update', 'agencies')
      ? null
      : t('noAccessRight')
  return (
    <RecordPart title={t('einvoice')}>
      <p className="mb-2 wrap-anywhere">
        {leitwegId === null ? t('einvoice.none') : t('einvoice.public', { id: leitwegId })}
      </p>
      {leitwegId === null ? null : (
        <p className="dt-hint mb-2 wrap-anywhere">{address ?? t('einvoice.byMail')}</p>
      )}
      {forbidden ? (
        <ForbiddenActs titles={[title]} why={forbidden} />
      ) : (
        <Act
          id="erechnung"
          title={title}
          rules={reasonRules}
          labels={{
            leitwegId: t('leitwegId'),
            addressScheme: t('scheme'),
            addressId: t('einvoice.address'),
            reason: t('why'),
          }}
          answer={answer}
        >
          <p>{t('einvoice.text')}</p>
          <input type="hidden" name="version" value={seller.version} />
          <TextField
            name="leitwegId"
            defaultValue={leitwegId ?? ''}
            autoComplete="off"
            spellCheck={false}
            hint={t('leitwegHint')}
            saysOptional
          />
          <SelectField
            name="addressScheme"
            empty={t('scheme.none')}
            defaultValue={addressScheme ?? ''}
            options={addressSchemes.map((value) => ({ value, title: t(`scheme.${value}`) }))}
          />
          <TextField
            name="addressId"
            defaultValue={addressId ?? ''}
            autoComplete="off"
            spellCheck={false}
            saysOptional
          />
          <TextField name="reason" autoComplete="off" hint={t('whyHint')} />
        </Act>
      )}
    </RecordPart>
  )
}
