package main

import (
	"bytes"
	"encoding/binary"
	"io"
	"log"
	"net"
	"slices"
	"sync"
)

const (
	headerBytes = 16
	opMsg       = 2013
	// A message of old drivers; the present ones greet a server by it, and send nothing else.
	opQuery = 2004
	// Flag of a message that gets no answer.
	moreToCome = 2
	// Bytes of an opMsg before the name of its command: header, flags, kind of section, length of the document, type of
	// its first field.
	nameAt = headerBytes + 4 + 1 + 4 + 1
)

// greetings are the commands by which drivers look whether the server is there. They touch no data, and MongoDB answers
// them however much it has to do: a driver that waits for them too long gives the server up.
var greetings = [][]byte{[]byte("hello\x00"), []byte("ismaster\x00")}

// gate hands commands to the server one at a time, over all connections. MongoDB changes a document in one atomic step.
// FerretDB 1 reads, changes and writes it in three, so that two concurrent compare-and-sets may both succeed.
type gate struct {
	server string
	turn   sync.Mutex
}

func (g *gate) serve(listener net.Listener) {
	for {
		client, err := listener.Accept()
		if err != nil {
			log.Fatal(err)
		}
		go g.relay(client)
	}
}

// relay answers the commands of one connection until either side closes it.
func (g *gate) relay(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("tcp", g.server)
	if err != nil {
		return
	}
	defer server.Close()
	for {
		command, err := readMessage(client)
		if err != nil {
			return
		}
		answer, err := g.ask(server, command)
		if err != nil {
			return
		}
		if _, err := client.Write(answer); err != nil {
			return
		}
	}
}

func (g *gate) ask(server net.Conn, command []byte) ([]byte, error) {
	if !isGreeting(command) {
		g.turn.Lock()
		defer g.turn.Unlock()
	}
	if _, err := server.Write(command); err != nil {
		return nil, err
	}
	if isUnanswered(command) {
		return nil, nil
	}
	return readMessage(server)
}

// readMessage reads one message of the wire protocol: its length, itself included, comes first.
func readMessage(from net.Conn) ([]byte, error) {
	header := make([]byte, headerBytes)
	if _, err := io.ReadFull(from, header); err != nil {
		return nil, err
	}
	message := make([]byte, binary.LittleEndian.Uint32(header))
	copy(message, header)
	_, err := io.ReadFull(from, message[headerBytes:])
	return message, err
}

func isGreeting(message []byte) bool {
	switch binary.LittleEndian.Uint32(message[12:]) {
	case opQuery:
		return true
	case opMsg:
		return len(message) > nameAt && slices.ContainsFunc(greetings, func(name []byte) bool {
			return bytes.HasPrefix(message[nameAt:], name)
		})
	default:
		return false
	}
}

func isUnanswered(message []byte) bool {
	if binary.LittleEndian.Uint32(message[12:]) != opMsg {
		return false
	}
	return binary.LittleEndian.Uint32(message[headerBytes:])&moreToCome != 0
}
