package main

import (
	"context"
	"errors"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/FerretDB/wire/wirebson"
)

// firstRecords is how many records come with the cursor. FerretDB ends one whose first answer has fewer than it might;
// MongoDB ends only one that has found none.
const firstRecords = int32(1)

// defaultWait is for how long MongoDB holds a question for further records that names no time.
const defaultWait = time.Second

// wakers are the commands after which such a question has another answer than before: a record may have come, the cursor
// may be gone. Their first field names the collection.
var wakers = []string{"insert", "update", "findAndModify", "killCursors", "drop"}

// tails are the cursors that await further records at the end of a collection.
//
// MongoDB holds a question for them (getMore) until one comes, and answers others meanwhile. FerretDB 1 holds it too,
// which through the gate is nobody else's turn for all that time; and what it has found when the time is over it forgets.
// So FerretDB gets a cursor that does not wait. The gate waits, outside the turn, and asks again when somebody has written.
type tails struct {
	lock    sync.Mutex
	cursors map[int64]struct{}
	// By collection; closed, and taken out, after a command of the wakers.
	changes map[string]chan struct{}
}

func newTails() *tails {
	return &tails{cursors: map[int64]struct{}{}, changes: map[string]chan struct{}{}}
}

// has: the command asks for further records of such a cursor.
func (t *tails) has(command *message) bool {
	id, isMore := command.document.Get("getMore").(int64)
	t.lock.Lock()
	defer t.lock.Unlock()
	_, isKnown := t.cursors[id]
	return isMore && isKnown
}

func (t *tails) add(id int64) {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.cursors[id] = struct{}{}
}

func (t *tails) remove(id int64) {
	t.lock.Lock()
	defer t.lock.Unlock()
	delete(t.cursors, id)
}

// change is closed after the next command that may have changed the collection.
func (t *tails) change(collection string) <-chan struct{} {
	t.lock.Lock()
	defer t.lock.Unlock()
	if _, isThere := t.changes[collection]; !isThere {
		t.changes[collection] = make(chan struct{})
	}
	return t.changes[collection]
}

// wake lets those who wait at the collection of the command ask again.
func (t *tails) wake(command *message) {
	if !slices.Contains(wakers, command.command()) {
		return
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	if change, isThere := t.changes[command.target()]; isThere {
		close(change)
		delete(t.changes, command.target())
	}
}

// isTail: the command begins a cursor that awaits records.
func isTail(command *message) bool {
	return command.command() == "find" && command.document.Get("awaitData") == true
}

// beginTail answers the command that begins one.
func (g *gate) beginTail(server net.Conn, command *message) (*message, error) {
	begin, err := command.with(func(find *wirebson.Document) error {
		find.Remove("batchSize")
		return errors.Join(find.Replace("awaitData", false), find.Add("batchSize", firstRecords))
	})
	if err != nil {
		return nil, err
	}
	answer, err := g.ask(server, begin)
	if err != nil {
		return nil, err
	}
	id, _, err := cursorOf(answer, "firstBatch")
	if id != 0 {
		g.tails.add(id)
	}
	return answer, err
}

// awaitMore answers with the records that have come, or come while the client wants to wait.
func (g *gate) awaitMore(open context.Context, server net.Conn, command *message) (*message, error) {
	wait, isTime := waitOf(command)
	if !isTime {
		// FerretDB says why it is none.
		return g.ask(server, command)
	}
	more, err := command.with(func(getMore *wirebson.Document) error {
		getMore.Remove("maxTimeMS")
		return nil
	})
	if err != nil {
		return nil, err
	}
	asked := command.document.Get("getMore").(int64)
	over := time.After(wait)
	for isOver := false; ; {
		// From before the question: nothing comes between the two.
		change := g.tails.change(command.collectionIn("collection"))
		answer, err := g.ask(server, more)
		if err != nil {
			return nil, err
		}
		id, records, err := cursorOf(answer, "nextBatch")
		if id != asked {
			g.tails.remove(asked)
		}
		if err != nil || id != asked || records > 0 || isOver {
			return answer, err
		}
		select {
		case <-change:
		case <-over:
			isOver = true
		case <-open.Done():
			return nil, open.Err()
		}
	}
}

// waitOf is how long the client wants to wait; false: what it says is no time.
func waitOf(command *message) (time.Duration, bool) {
	switch maximum := command.document.Get("maxTimeMS").(type) {
	case nil:
		return defaultWait, true
	case int32:
		return time.Duration(maximum) * time.Millisecond, maximum >= 0
	case int64:
		return time.Duration(maximum) * time.Millisecond, maximum >= 0
	case float64:
		return time.Duration(maximum) * time.Millisecond, maximum >= 0
	default:
		return 0, false
	}
}

// cursorOf is the number of the cursor of an answer and how many records came with it; 0: the cursor has ended, or the
// answer is an error.
func cursorOf(answer *message, batch string) (id int64, records int, err error) {
	cursor, err := answer.cursor()
	if err != nil || cursor == nil {
		return 0, 0, err
	}
	id, _ = cursor.Get("id").(int64)
	if raw, isThere := cursor.Get(batch).(wirebson.AnyArray); isThere {
		array, err := raw.Decode()
		if err != nil {
			return id, 0, err
		}
		records = array.Len()
	}
	return id, records, nil
}
