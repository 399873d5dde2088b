import { useMutation } from '@tanstack/react-query';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../shared/ui/button.tsx';

interface RefreshButtonProps {
  /** The feature whose texts name the button. */
  texts: 'users' | 'security' | 'moderation' | 'audit';
  refresh(): Promise<unknown>;
}

/** Reads a list again, and is busy while it does. */
export function RefreshButton({ texts, refresh }: RefreshButtonProps) {
  const { t } = useTranslation(texts);
  const refreshing = useMutation({ mutationFn: refresh });
  return (
    <Button busy={refreshing.isPending} onClick={() => refreshing.mutate()}>
      {t('refresh')}
    </Button>
  );
}
