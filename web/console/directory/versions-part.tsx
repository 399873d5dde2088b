import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '../../../core/call.ts';
import {
  findDirectoryVersions,
  importDirectoryConfig,
  type readDirectoryConfig,
  restoreDirectoryPart,
} from '../../../core/directory/calls.ts';
import type { DirectoryConfig, DirectoryPart } from '../../../core/directory/config.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { formatDateTime } from '../../shared/console/format.ts';
import { problemText } from '../../shared/problem-text.ts';
import { detailsOf, refusalLine } from '../../shared/refusal-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { FileDrop } from '../../shared/ui/file-drop.tsx';
import { Select } from '../../shared/ui/input.tsx';
import { saveFile } from '../../shared/ui/save-file.ts';
import { useToast } from '../../shared/ui/toast.tsx';
import { useCall } from '../shared/api.ts';
import { NotLoaded } from '../shared/section.tsx';
import { useConfigChanged } from './use-part.ts';

/** The parts in the order of the tabs. */
const PARTS = [
  'identity',
  'languages',
  'categories',
  'kinds',
  'tags',
  'fields',
  'links',
  'looks',
  'home',
  'texts',
  'score',
] as const satisfies readonly DirectoryPart[];

/** The parts as a file has them. */
const valuesOf = (config: Answer<typeof readDirectoryConfig>) =>
  Object.fromEntries(Object.entries(config).map(([part, { value }]) => [part, value]));

/** Earlier versions of each part, and the whole configuration as a file. */
export function VersionsPart({ config }: { config: Answer<typeof readDirectoryConfig> }) {
  const { t } = useTranslation(['directory', 'problems', 'refusals', 'common']);
  const { language } = useRoot();
  const toast = useToast();
  const changed = useConfigChanged();
  const [part, setPart] = useState<DirectoryPart>('categories');
  const versions = useCall(findDirectoryVersions, { params: { part } }, { staleTime: 0 });
  const done = async (title: string) => {
    await Promise.all([changed(), versions.refetch()]);
    toast({ type: 'success', title });
  };
  const restore = useMutation({
    mutationFn: (version: number) =>
      callFromBrowser(restoreDirectoryPart, { params: { part }, body: { version } }),
    onSuccess: () => done(t('versions.restored')),
  });
  const load = useMutation({
    mutationFn: async (file: File) =>
      callFromBrowser(importDirectoryConfig, { body: { config: parsed(await file.text()) } }),
    onSuccess: () => done(t('versions.imported')),
  });
  const failed = restore.error ?? load.error;
  return (
    <>
      {failed ? (
        <p role="alert" className="mb-6 text-danger">
          {failed instanceof SyntaxError
            ? t('refusals:not_json')
            : refusalLine(t, detailsOf(failed)) || problemText(t, failed, t('failed'))}
        </p>
      ) : null}
      <section aria-labelledby="earlier">
        <h2 id="earlier" className="text-xl">
          {t('versions.title')}
        </h2>
        <p className="mt-1 max-w-2xl text-soft">{t('versions.text')}</p>
        <Select
          className="mt-4 max-w-60"
          label={t('versions.part')}
          value={part}
          onChange={(value) => setPart(value)}
          options={PARTS.map((value) => ({ value, label: t(`tabs.${value}`) }))}
        />
        {versions.data ? (
          <ol className="mt-4 divide-y divide-line border-line border-y">
            {versions.data.map(({ version, admin, at }, i) => (
              <li key={version} className="flex flex-wrap items-center gap-3 py-2">
                <span className="number min-w-0 flex-1">
                  {version === 0
                    ? t('versions.shipped')
                    : t('versions.version', {
                        version,
                        date: at === null ? '' : formatDateTime(at, language),
                        name: admin || t('versions.commandLine'),
                      })}
                </span>
                {i === 0 ? (
                  <span className="text-soft text-sm">{t('versions.inForce')}</span>
                ) : (
                  <Button busy={restore.isPending} onClick={() => restore.mutate(version)}>
                    {t('versions.restore')}
                  </Button>
                )}
              </li>
            ))}
          </ol>
        ) : (
          <div className="mt-4">
            <NotLoaded query={versions} failed={t('loadFailed')} lines={3} />
          </div>
        )}
      </section>
      <section aria-labelledby="as-file" className="mt-12 border-line border-t pt-8">
        <h2 id="as-file" className="text-xl">
          {t('versions.file')}
        </h2>
        <p className="mt-1 mb-4 max-w-2xl text-soft">{t('versions.fileText')}</p>
        <Button
          onClick={() =>
            saveFile(
              new Blob([`${JSON.stringify(valuesOf(config), null, 2)}\n`], { type: 'application/json' }),
              'directory.json',
            )
          }
        >
          {t('versions.export')}
        </Button>
        <div className="mt-4 max-w-xl">
          <FileDrop
            label={t(load.isPending ? 'saving' : 'versions.import')}
            hint={t('versions.importHint')}
            accept=".json"
            onFile={(file) => load.mutate(file)}
          />
        </div>
      </section>
    </>
  );
}

/** @throws SyntaxError for a file that is no JSON object */
function parsed(text: string): Partial<DirectoryConfig> {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SyntaxError('No object');
  return value;
}
