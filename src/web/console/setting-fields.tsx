import type { Setting } from '../../domain/tenant-settings.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { CheckboxLine } from '../ui/form/checkbox-line.tsx'
import { FileField } from '../ui/form/file-field.tsx'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { chosenBefore, customaryAccount, isNewPicture, writeSetting } from './setting-values.ts'
import { choiceWord, settingWord } from '../../domain/setting-words.ts'

export const pictureClass =
  'h-16 max-w-full justify-self-start rounded-field border border-line bg-white object-contain p-1'

/** The fields of a section, each by its kind. */
export function SettingFields({
  settings,
  values,
}: {
  settings: readonly Setting[]
  values: Record<string, unknown>
}) {
  return (
    <div className="grid items-start gap-5 md:grid-cols-2">
      {settings.map((setting) => (
        <div key={setting.path} className={setting.kind === 'long' ? 'md:col-span-2' : undefined}>
          <SettingField setting={setting} values={values} />
        </div>
      ))}
    </div>
  )
}

function SettingField({ setting, values }: { setting: Setting; values: Record<string, unknown> }) {
  const { locale } = usePage()
  const t = useTexts('consoleTenants')
  const { path: name, kind, choices = [] } = setting
  const value = values[name]
  const defaultValue = writeSetting(setting, value, locale)
  // A draft may lack anything, and yet nothing of it is optional.
  const isOptional = kind === 'optional' || kind === 'optional-number' || kind === 'euros'
  const plain = { name, defaultValue, autoComplete: 'off', saysOptional: isOptional }
  switch (kind) {
    case 'long':
      return <TextArea {...plain} rows={defaultValue.length > 300 ? 16 : 4} />
    case 'lines':
      return <TextArea {...plain} rows={3} hint={t('hint.lines')} />
    case 'numbers':
      return <TextField {...plain} hint={t('hint.numbers')} />
    case 'number':
    case 'optional-number':
      return <TextField {...plain} inputMode="numeric" />
    case 'euros':
      return <TextField {...plain} inputMode="decimal" />
    case 'colour':
      return (
        <TextField
          {...plain}
          spellCheck={false}
          after={
            <span
              aria-hidden="true"
              className="mt-1.5 block h-3 rounded-field border border-line"
              style={{ background: defaultValue }}
            />
          }
        />
      )
    case 'flag':
      return (
        <CheckboxLine name={name} ticked={value === true}>
          {settingWord(name, locale)}
        </CheckboxLine>
      )
    case 'choice':
      return (
        <SelectField
          name={name}
          defaultValue={defaultValue}
          empty={t('choose')}
          options={choices.map((one) => ({ value: one, title: choiceWord(name, one, locale) }))}
        />
      )
    case 'picture':
      return (
        <div className="grid gap-2">
          {defaultValue ? <img src={defaultValue} alt="" className={pictureClass} /> : null}
          {isNewPicture(defaultValue) ? (
            <input type="hidden" name={chosenBefore(name)} value={defaultValue} />
          ) : null}
          <FileField
            name={name}
            accept="image/png,image/jpeg,image/webp"
            hint={t('hint.picture')}
          />
        </div>
      )
    default: {
      const number = customaryAccount(name, values)
      return <TextField {...plain} hint={number ? t('hint.account', { number }) : undefined} />
    }
  }
}
