import { useState } from 'react'
import { useTexts, type TextKey } from '../../runtime/texts.ts'
import { Dialog } from '../dialog.tsx'
import { controlClass } from './control-class.ts'
import { areKeysOn, switchKeys } from './single-keys.ts'

const keys: [keys: string[], text: TextKey<'table'>][] = [
  [['/'], 'key.search'],
  [['j', '↓'], 'key.next'],
  [['k', '↑'], 'key.previous'],
  [['Enter'], 'key.open'],
  [['x', ' '], 'key.choose'],
  [['Shift', 'x'], 'key.range'],
  [['Esc'], 'key.close'],
  [['?'], 'key.help'],
]

export function TableHelp({ canChoose, onClose }: { canChoose: boolean; onClose: () => void }) {
  const t = useTexts('table')
  const [isOn, setOn] = useState(areKeysOn)
  const shown = keys.filter(([, text]) => canChoose || !/choose|range/.test(text))
  return (
    <Dialog title={t('keys')} onClose={onClose}>
      <dl className="mt-4 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
        {shown.map(([names, text]) => (
          <div key={text} className="contents">
            <dt className="flex gap-1">
              {names.map((name) => (
                <kbd key={name} className="dt-kbd">
                  {name === ' ' ? t('key.space') : name}
                </kbd>
              ))}
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
      <p className="dt-hint mt-4">{t('keysHint')}</p>
      <label className="mt-4 flex items-center gap-3">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            switchKeys(target.checked)
            setOn(target.checked)
          }}
          className="size-5"
        />
        {t('keysOn')}
      </label>
      <button type="button" onClick={onClose} className={`${controlClass('primary')} mt-5`}>
        {t('close')}
      </button>
    </Dialog>
  )
}
