import { useMutation } from '@tanstack/react-query';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { MEBIBYTE } from '../../../core/bytes.ts';
import type { LookPicture } from '../../../core/design/looks.ts';
import { refusal } from '../../../core/refusal.ts';
import { uploadPicture } from '../../../core/uploads/calls.ts';
import { UPLOAD_BYTES_MAX, type UploadUse } from '../../../core/uploads/rules.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { problemText } from '../../shared/problem-text.ts';
import { detailsOf, refusalText } from '../../shared/refusal-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TextInput, useNotes } from '../../shared/ui/input.tsx';
import { sendFile } from './send-file.ts';
import { svgToPng } from './svg-to-png.ts';

const ACCEPT = 'image/png,image/jpeg,image/webp,image/svg+xml,.png,.jpg,.jpeg,.webp,.svg';

/** A picture that is uploaded: chosen, dropped or pasted; shown, replaced and removed. Needs the texts of `ui`. */
export function PictureField({
  use,
  label,
  hint,
  problem,
  required = false,
  name,
  value,
  onChange,
  acceptsAddress = false,
  ground = 'bg-white',
}: {
  use: UploadUse;
  label: string;
  hint?: ReactNode;
  problem?: string | undefined;
  required?: boolean;
  name?: string;
  /** The address of the picture; empty where there is none. */
  value: string;
  /** @param picture that was uploaded; undefined where an address was typed or the picture removed */
  onChange(address: string, picture?: LookPicture): void;
  /** Whether an address can be typed too. */
  acceptsAddress?: boolean;
  /** What the preview stands on. */
  ground?: string;
}) {
  const { t } = useTranslation(['ui', 'refusals', 'problems', 'common']);
  const [isOver, setOver] = useState(false);
  const [sent, setSent] = useState(0);
  const [tooLarge, setTooLarge] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const id = useId();
  const megabytes = UPLOAD_BYTES_MAX / MEBIBYTE;
  const upload = useMutation({
    mutationFn: async (file: File) =>
      sendFile(uploadPicture, { query: { use } }, await svgToPng(file), { onProgress: setSent }),
    onSuccess: ({ url, width, height }) => onChange(url, { url, width, height }),
  });

  function take(file: File | undefined) {
    if (!file || upload.isPending) return;
    setSent(0);
    setTooLarge(file.size > UPLOAD_BYTES_MAX);
    upload.reset();
    if (file.size <= UPLOAD_BYTES_MAX) upload.mutate(file);
  }
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

  const [ofFile] = detailsOf(upload.error);
  const refused = tooLarge
    ? refusalText(t, refusal('file_too_large', { megabytes }))
    : upload.error
      ? ofFile
        ? refusalText(t, ofFile)
        : problemText(t, upload.error, t('ui:picture.failed'))
      : problem;
  const { ties, notes } = useNotes({ hint: acceptsAddress ? undefined : hint, problem: refused });
  return (
    <fieldset
      {...(acceptsAddress ? {} : { ...ties, 'aria-labelledby': `${id}-label` })}
      className={`rounded-lg ${isOver ? 'bg-tint outline-2 outline-accent' : ''}`}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        take(event.dataTransfer.files[0]);
      }}
      onPaste={(event) => {
        const [file] = event.clipboardData.files;
        if (!file) return;
        event.preventDefault();
        take(file);
      }}
    >
      {acceptsAddress ? (
        <TextInput
          {...{
            label,
            hint,
            required,
            value,
            onChange: (typed: string) => onChange(typed),
            ...(name ? { name } : {}),
          }}
          problem={refused}
          inputMode="url"
        />
      ) : (
        <p id={`${id}-label`} className="mb-1 font-medium text-sm">
          {label}
        </p>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-3">
        {value.startsWith('/') ? (
          <img
            src={value}
            alt={t('ui:picture.preview')}
            className={`h-11 w-auto max-w-44 rounded-lg border border-line object-contain p-1 ${ground}`}
          />
        ) : null}
        <Button busy={upload.isPending} onClick={() => chooser.current?.click()}>
          {t(value ? 'ui:picture.replace' : 'ui:picture.choose')}
        </Button>
        {value ? (
          <Button
            onClick={() => {
              upload.reset();
              setTooLarge(false);
              onChange('');
            }}
          >
            {t('ui:picture.remove')}
          </Button>
        ) : null}
        <input
          ref={chooser}
          type="file"
          hidden
          accept={ACCEPT}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            // The same file, mended, can be chosen again.
            currentTarget.value = '';
            take(file);
          }}
        />
      </div>
      <p className="mt-1 text-soft text-sm">{t('ui:picture.drop', { megabytes })}</p>
      <p role="status" className="text-soft text-sm">
        {upload.isPending
          ? sent < 1
            ? t('ui:picture.sending', { percent: Math.round(sent * 100) })
            : t('ui:picture.drawing')
          : upload.isSuccess && value === upload.data.url
            ? t('ui:picture.done')
            : null}
      </p>
      {acceptsAddress ? null : notes}
    </fieldset>
  );
}
