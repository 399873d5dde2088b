export interface Comment {
  id: string;
  author: string;
  content: string;
  timestamp: string;
  parent_id: string | null;
  person: number | null;
  replies_count?: number | undefined;
  more_replies?: string | undefined;
  deleted?: boolean | undefined;
  held?: boolean | undefined;
  edited_at?: string | undefined;
  replies: Comment[];
}
