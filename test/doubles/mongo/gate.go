package main

import (
	"encoding/binary"
	"io"
	"log"
	"net"
	"sync"
)

const (
	headerBytes = 16
	opMsg       = 2013
	// Flag of a message that gets no answer.
	moreToCome = 2
)

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
	g.turn.Lock()
	defer g.turn.Unlock()
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

func isUnanswered(message []byte) bool {
	if binary.LittleEndian.Uint32(message[12:]) != opMsg {
		return false
	}
	return binary.LittleEndian.Uint32(message[headerBytes:])&moreToCome != 0
}
