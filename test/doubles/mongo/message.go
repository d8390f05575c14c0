package main

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"

	"github.com/FerretDB/wire"
	"github.com/FerretDB/wire/wirebson"
)

const (
	headerBytes = 16
	opMsg       = 2013
	// A message of old drivers; the present ones greet a server by it, and send nothing else.
	opQuery = 2004
)

// message is one message of the wire protocol, and what it says.
type message struct {
	bytes []byte
	// nil where it is no opMsg.
	body *wire.OpMsg
	// Without the documents that come beside it. Empty where there is no body.
	document *wirebson.Document
}

// readMessage reads one message of the wire protocol: its length, itself included, comes first.
func readMessage(from net.Conn) (*message, error) {
	header := make([]byte, headerBytes)
	if _, err := io.ReadFull(from, header); err != nil {
		return nil, err
	}
	read := &message{make([]byte, binary.LittleEndian.Uint32(header)), nil, wirebson.MakeDocument(0)}
	copy(read.bytes, header)
	if _, err := io.ReadFull(from, read.bytes[headerBytes:]); err != nil {
		return nil, err
	}
	if read.code() != opMsg {
		return read, nil
	}
	read.body = &wire.OpMsg{}
	if err := read.body.UnmarshalBinaryNocopy(read.bytes[headerBytes:]); err != nil {
		return nil, err
	}
	document, err := read.body.RawSection0().Decode()
	read.document = document
	return read, err
}

func (m *message) code() uint32 { return binary.LittleEndian.Uint32(m.bytes[12:]) }

// command is its name, the first field; "" where it has none.
func (m *message) command() string { return m.document.Command() }

// target is the collection that the first field names, with its database.
func (m *message) target() string { return m.collectionIn(m.command()) }

func (m *message) collectionIn(field string) string {
	return fmt.Sprintf("%v.%v", m.document.Get("$db"), m.document.Get(field))
}

// isAnswered: not every message is.
func (m *message) isAnswered() bool {
	return m.body == nil || !m.body.Flags.FlagSet(wire.OpMsgMoreToCome)
}

// with is the same message with its document changed; documents beside it are left out.
func (m *message) with(change func(document *wirebson.Document) error) (*message, error) {
	document, err := m.body.RawSection0().Decode()
	if err != nil {
		return nil, err
	}
	if err := change(document); err != nil {
		return nil, err
	}
	body, err := wire.NewOpMsg(document)
	if err != nil {
		return nil, err
	}
	// A checksum would be wrong now.
	body.Flags = m.body.Flags &^ wire.OpMsgFlags(wire.OpMsgChecksumPresent)
	encoded, err := body.MarshalBinary()
	if err != nil {
		return nil, err
	}
	bytes := append(m.bytes[:headerBytes:headerBytes], encoded...)
	binary.LittleEndian.PutUint32(bytes, uint32(len(bytes)))
	return &message{bytes, body, document}, nil
}

// cursor is that of an answer; nil: it has none, as an error has not.
func (m *message) cursor() (*wirebson.Document, error) {
	cursor, isThere := m.document.Get("cursor").(wirebson.AnyDocument)
	if !isThere {
		return nil, nil
	}
	return cursor.Decode()
}
