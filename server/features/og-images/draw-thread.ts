// Draws pictures in a thread of its own, one after another: see drawer.ts.
import { answerQuestions } from '../../platform/runtime/thread.ts';
import { draw } from './draw.ts';

answerQuestions(draw);
